import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { KeyRing } from '@/server/sessions/key-ring';

/*
 * What is made with keys that are derived from those of the session tokens: all processes share these.
 */

export interface CursorSigner {
  sign(text: string): string;
  /** `unsigned`: a cursor from before cursors were signed. */
  check(cursor: string): 'signed' | 'unsigned' | 'damaged';
}

const signatureBytes = 16;
const unsignedLists: readonly unknown[] = ['hot', 'new', 'top', 'bookmarks', 'submitted', 'queue'];

/** Signs cursors, so that clients cannot make up any number of them: each cursor is a page that a cache may keep. */
export function createCursorSigner({ keys }: Pick<KeyRing, 'keys'>): CursorSigner {
  const [current, ...former] = keys.map((key) =>
    Buffer.from(hkdfSync('sha256', key, '', 'signatures of cursors', 32)),
  );
  if (!current) throw new RangeError('A signer needs at least one key');
  return {
    sign: (text) => `${text}.${signatureOf(text, current)}`,
    check(cursor) {
      const end = cursor.lastIndexOf('.');
      if (end < 0) return isUnsigned(cursor) ? 'unsigned' : 'damaged';
      const [text, signature] = [cursor.slice(0, end), Buffer.from(cursor.slice(end + 1))];
      // Compares the texts, because different texts in base64url can stand for the same bytes.
      const isSigned = [current, ...former].some((key) => {
        const expected = Buffer.from(signatureOf(text, key));
        return expected.length === signature.length && timingSafeEqual(expected, signature);
      });
      return isSigned ? 'signed' : 'damaged';
    },
  };
}

const signatureOf = (text: string, key: Uint8Array) =>
  createHmac('sha256', key).update(text).digest().subarray(0, signatureBytes).toString('base64url');

function isUnsigned(cursor: string): boolean {
  try {
    const fields: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(fields) && unsignedLists.includes(fields[0]);
  } catch {
    return false;
  }
}

/** A keyed hash of the network of a canonical address, in hexadecimal: /24 of IPv4, /48 of IPv6. Empty without an address. */
export type NetworkHash = (address: string) => string;

const hashBytes = 12;

/**
 * Hashes networks of clients, so that the database has neither addresses nor networks. The key is derived from the newest
 * one: a new one ends every comparison with the past.
 */
export function createNetworkHash({ keys: [key] }: Pick<KeyRing, 'keys'>): NetworkHash {
  if (!key) throw new RangeError('A hash needs a key');
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'networks of voters', 32));
  return (address) => {
    if (!/[.:]/.test(address)) return '';
    const network = address
      .split(isIPv4(address) ? '.' : ':')
      .slice(0, 3)
      .join(' ');
    return createHmac('sha256', derived).update(network).digest().subarray(0, hashBytes).toString('hex');
  };
}
