import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link: 256 bits, URL-safe. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** One spelling for one token: the last letter of a base64url part may carry bits that decoders ignore. */
export function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
