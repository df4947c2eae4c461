import {
  createHash,
  randomBytes,
  randomUUID,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode, OwnerError } from '@/server/base/errors';

type Key = { kid: string; bytes: Uint8Array };

/** The keys of session tokens. The first key encrypts; every key decrypts. */
export type KeyRing = {
  current: Key;
  find: (kid: string) => Uint8Array | undefined;
  /** The current one first. */
  keys: readonly Uint8Array[];
};

const keyBytes = 32;

/**
 * @param keys each 32 bytes in base64url, the current one first.
 * @throws RangeError if a key has another length, or there is no key.
 */
export function createKeyRing(keys: readonly string[]): KeyRing {
  const ring = keys.map(readKey);
  const [current] = ring;
  if (!current) throw new RangeError('A key ring needs at least one key');
  return {
    current,
    find: (kid) => ring.find((key) => key.kid === kid)?.bytes,
    keys: ring.map(({ bytes }) => bytes),
  };
}

export const isSessionKey = (key: string) => Buffer.from(key, 'base64url').length === keyBytes;

/** Names the key by its hash, so its position in the list may change. */
function readKey(key: string): Key {
  if (!isSessionKey(key)) throw new RangeError(`A session key is ${keyBytes} bytes in base64url`);
  const bytes = new Uint8Array(Buffer.from(key, 'base64url'));
  return { kid: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes };
}

/** Opens the ring of `SESSION_KEYS`, or of a file in the data folder, which is created if it is missing. @throws OwnerError when that file is damaged. */
export async function openKeyRing({
  sessionKeys,
  dataDir,
}: {
  sessionKeys: readonly string[];
  dataDir: string;
}): Promise<KeyRing> {
  if (sessionKeys.length > 0) return createKeyRing(sessionKeys);
  const file = path.join(dataDir, 'session-keys');
  const kept = await readKeys(file);
  if (kept && !(kept.length > 0 && kept.every(isSessionKey))) {
    throw new OwnerError(
      `DATA_DIR has session keys that cannot be read, in ${file}: restore the file from a backup, or delete it, which signs everybody out.`,
    );
  }
  if (kept) return createKeyRing(kept);
  await mkdir(dataDir, { recursive: true });
  // Written to a temporary file and linked: if two processes start at once, one creates the key and both read it complete.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, `${randomBytes(keyBytes).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  await link(unfinished, file).catch(ignoreExisting);
  await rm(unfinished);
  return createKeyRing((await readKeys(file)) ?? []);
}

async function readKeys(file: string): Promise<string[] | undefined> {
  try {
    return (await readFile(file, 'utf8')).split(/\s+/).filter(Boolean);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function ignoreExisting(error: unknown): void {
  if (!hasErrorCode(error, 'EEXIST')) throw error;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Sealed = { kid: string; sealed: Buffer };

/** Encrypts what is stored, with keys that are derived from the session keys for this purpose alone. */
type Sealer = {
  seal: (content: Buffer) => Sealed;
  /** Undefined when the session key is not in the ring. @throws Error for content that was changed. */
  open: (sealed: Sealed) => Buffer | undefined;
};

function createSealer(ring: KeyRing, derive: (key: Uint8Array) => ArrayBuffer): Sealer {
  const keyOf = (bytes: Uint8Array) => Buffer.from(derive(bytes));
  return {
    seal(content) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(ring.current.bytes), nonce);
      const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
      return { kid: ring.current.kid, sealed: Buffer.concat([nonce, cipher.getAuthTag(), sealed]) };
    },
    open({ kid, sealed }) {
      const bytes = ring.find(kid);
      if (!bytes) return undefined;
      const body = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv(CIPHER, keyOf(bytes), sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, body));
      return Buffer.concat([decipher.update(sealed.subarray(body)), decipher.final()]);
    },
  };
}

/**
 * Encrypts the key of digests that outlive the session keys. The key itself never changes, because what was digested is
 * gone; when the first session key changes, the key is encrypted again. Neither a copy of the database nor the session
 * keys alone are enough to compute a digest.
 */
export type DigestKeys = {
  create: () => Sealed;
  /** Undefined when the session key is not in the ring. */
  open: (key: Sealed) => Buffer | undefined;
  /** The same key under the first session key; undefined when it is so already, or cannot be opened. */
  sealAgain: (key: Sealed) => Sealed | undefined;
};

export function createDigestKeys(ring: KeyRing): DigestKeys {
  const { seal, open } = createSealer(ring, (key) =>
    hkdfSync('sha256', key, '', 'keys of digests', KEY_BYTES),
  );
  return {
    create: () => seal(randomBytes(KEY_BYTES)),
    open,
    sealAgain(key) {
      const opened = key.kid === ring.current.kid ? undefined : open(key);
      return opened && seal(opened);
    },
  };
}

/** Encrypts the secrets of settings, so that the database alone does not contain them. */
export type SecretBox = {
  seal: (secret: string) => string;
  /** Undefined for a text that was not sealed with a key of the ring. */
  open: (sealed: string) => string | undefined;
};

export function createSecretBox(ring: KeyRing): SecretBox {
  const { seal, open } = createSealer(ring, (key) =>
    hkdfSync('sha256', key, '', 'secrets of settings', KEY_BYTES),
  );
  return {
    seal(secret) {
      const { kid, sealed } = seal(Buffer.from(secret));
      return `${kid}.${sealed.toString('base64url')}`;
    },
    open(text) {
      const [kid = '', sealed = ''] = text.split('.');
      try {
        return open({ kid, sealed: Buffer.from(sealed, 'base64url') })?.toString();
      } catch {
        return undefined;
      }
    },
  };
}

export const digestOf = (key: Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
