import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import { LRUCache } from 'lru-cache';
import { isCanonical } from '@/server/base/token';
import type { KeyRing } from './key-ring';

export type SessionKey = { sessionId: string; secret: string };

export interface SessionTokens {
  seal(key: SessionKey): Promise<string>;
  /** Returns the content of a token, or undefined if this key ring did not seal it. */
  open(token: string): Promise<SessionKey | undefined>;
}

/** At about 700 bytes each. */
const OPENED_MAX = 5_000;

/** Creates and reads the opaque `encrypted_token`: session id and secret, encrypted, so the cookie reveals nothing. */
export function createSessionTokens(ring: KeyRing): SessionTokens {
  // A token has one content for ever, and decrypting costs more than the rest of a call without a query.
  const openedTokens = new LRUCache<string, SessionKey>({ max: OPENED_MAX });
  return {
    async seal({ sessionId, secret }) {
      const { kid, bytes } = ring.current;
      return new CompactEncrypt(Buffer.from(`${sessionId}.${secret}`))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
        .encrypt(bytes);
    },
    async open(token) {
      const known = openedTokens.get(token);
      if (known) return known;
      if (!isCanonical(token)) return undefined;
      try {
        const { plaintext } = await compactDecrypt(token, ({ kid = '' }) => requireKey(ring, kid), {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        const [sessionId, secret] = Buffer.from(plaintext).toString().split('.');
        if (!sessionId || !secret) return undefined;
        openedTokens.set(token, { sessionId, secret });
        return { sessionId, secret };
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

function requireKey(ring: KeyRing, kid: string): Uint8Array {
  const bytes = ring.find(kid);
  if (!bytes) throw new errors.JWEInvalid('No key of the ring has this id');
  return bytes;
}
