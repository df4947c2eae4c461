import { createHash } from 'node:crypto';

/** The challenge of a PKCE verifier, method S256. */
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
