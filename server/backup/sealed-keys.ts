import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { OwnerError } from '@/server/base/errors';

const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** 64 MB and about 0.2 s for each passphrase that somebody tries. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const CIPHER = 'aes-256-gcm';

/** Encrypts the session keys, so that a backup alone does not let its reader sign in as a member. */
export function sealKeys(keys: Buffer, passphrase: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, scryptSync(passphrase, salt, KEY_BYTES, COST), nonce);
  const sealed = Buffer.concat([cipher.update(keys), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

/** @throws OwnerError when the passphrase is another one. */
export function openKeys(sealed: Buffer, passphrase: string): Buffer {
  const salt = sealed.subarray(0, SALT_BYTES);
  const nonce = sealed.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  const body = SALT_BYTES + NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, scryptSync(passphrase, salt, KEY_BYTES, COST), nonce);
    decipher.setAuthTag(sealed.subarray(SALT_BYTES + NONCE_BYTES, body));
    return Buffer.concat([decipher.update(sealed.subarray(body)), decipher.final()]);
  } catch {
    throw new OwnerError(
      'BACKUP_PASSPHRASE is not the passphrase with which the keys of this backup were encrypted.',
    );
  }
}
