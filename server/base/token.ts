import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret for a link: 256 bits, URL-safe. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether every base64url part is in canonical form. Decoders ignore some bits of the last letter. */
export function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

/** Computes the challenge of a PKCE verifier (RFC 7636, method S256). */
export const pkceChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
