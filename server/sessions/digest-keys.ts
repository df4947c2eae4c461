import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type SealedKey = { kid: string; sealed: Buffer };

/**
 * Encrypts the key of digests that outlive the session keys. The key itself never changes, because what was digested is
 * gone; when the first session key changes, the key is encrypted again. Neither a copy of the database nor the session
 * keys alone are enough to compute a digest.
 */
export type DigestKeys = {
  create: () => SealedKey;
  /** Undefined when the session key is not in the ring. */
  open: (key: SealedKey) => Buffer | undefined;
  /** The same key under the first session key; undefined when it is so already, or cannot be opened. */
  sealAgain: (key: SealedKey) => SealedKey | undefined;
};

export function createDigestKeys(ring: KeyRing): DigestKeys {
  const keyOf = (bytes: Uint8Array) =>
    Buffer.from(hkdfSync('sha256', bytes, '', 'keys of digests', KEY_BYTES));

  function seal(key: Buffer): SealedKey {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, keyOf(ring.current.bytes), nonce);
    const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
    return { kid: ring.current.kid, sealed: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) };
  }

  function open({ kid, sealed }: SealedKey): Buffer | undefined {
    const bytes = ring.find(kid);
    if (!bytes) return undefined;
    const body = NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, keyOf(bytes), sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, body));
    return Buffer.concat([decipher.update(sealed.subarray(body)), decipher.final()]);
  }

  return {
    create: () => seal(randomBytes(KEY_BYTES)),
    open,
    sealAgain(key) {
      const opened = key.kid === ring.current.kid ? undefined : open(key);
      return opened && seal(opened);
    },
  };
}

export const digestOf = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
