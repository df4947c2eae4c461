import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@/server/sessions/key-ring';
import { isCanonical } from '@/server/base/token';

/** Signs what links are about. */
export interface SignedLinks {
  sign(subject: string): string;
  /** The subject; undefined for a token that this site has not signed. */
  read(token: string): string | undefined;
}

const SIGNATURE_BYTES = 24;

/**
 * Signs and reads the tokens of links. Nothing about tokens is stored: their keys are derived from `SESSION_KEYS`, so a link
 * works while the key that signed it is configured.
 *
 * @param derive makes a key of its own for what the links are for, so that a token works for nothing else.
 */
function createLinks(
  { keys }: Pick<KeyRing, 'keys'>,
  derive: (key: Uint8Array) => ArrayBuffer,
  subject: RegExp,
): SignedLinks {
  const [current, ...former] = keys.map((key) => Buffer.from(derive(key)));
  if (!current) throw new RangeError('A signer needs at least one key');
  return {
    sign: (id) => `${id}.${signatureOf(id, current).toString('base64url')}`,
    read(token) {
      const [, id, text] = /^(.*)\.([\w-]+)$/.exec(token) ?? [];
      if (id === undefined || text === undefined || !subject.test(id) || !isCanonical(text)) return undefined;
      const signature = Buffer.from(text, 'base64url');
      const isSigned = [current, ...former].some(
        (key) => signature.length === SIGNATURE_BYTES && timingSafeEqual(signatureOf(id, key), signature),
      );
      return isSigned ? id : undefined;
    },
  };
}

const signatureOf = (id: string, key: Uint8Array) =>
  createHmac('sha256', key).update(id).digest().subarray(0, SIGNATURE_BYTES);

/** The links of a subscriber, to unsubscribe and to choose tags. A subscriber has the same token in every issue. */
export const createNewsletterLinks = (keyRing: Pick<KeyRing, 'keys'>): SignedLinks =>
  createLinks(keyRing, (key) => hkdfSync('sha256', key, '', 'links of the newsletter', 32), /^\d{1,18}$/);

/** The links of moderators and admins, who are told of the site's work: the id of the user, and a kind or `all`. */
export const createStaffNoticeLinks = (keyRing: Pick<KeyRing, 'keys'>): SignedLinks =>
  createLinks(
    keyRing,
    (key) => hkdfSync('sha256', key, '', 'links of staff notices', 32),
    /^\d{1,18}\.[a-z]{1,20}$/,
  );

/** The link with which the owner of a new site becomes its first admin. Its subject is a nonce. */
export const createSetupLinks = (keyRing: Pick<KeyRing, 'keys'>): SignedLinks =>
  createLinks(keyRing, (key) => hkdfSync('sha256', key, '', 'setup link', 32), /^[\w-]{43}$/);

/** The links that download a backup: the id of the member, when the link ends in ms since 1970, and the name of the file. */
export const createBackupLinks = (keyRing: Pick<KeyRing, 'keys'>): SignedLinks =>
  createLinks(
    keyRing,
    (key) => hkdfSync('sha256', key, '', 'links of backups', 32),
    /^\d{1,18}\.\d{1,15}\.\w[\w.-]{0,99}\.backup$/,
  );
