import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link: 256 bits, URL-safe. Only its hash is stored. */
export const newToken = () => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
