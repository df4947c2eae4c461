import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@/server/sessions/key-ring';
import { isCanonical } from '@/server/base/token';

/** Signs the links of a subscriber: to unsubscribe, and to choose tags. */
export interface NewsletterLinks {
  sign(subscriberId: string): string;
  /** The id of the subscriber; undefined for a token that this site has not signed. */
  read(token: string): string | undefined;
}

const signatureBytes = 24;

/**
 * Signs and reads the tokens of the links in issues. A subscriber has the same token in every issue. Nothing about tokens
 * is stored: their keys are derived from `SESSION_KEYS`, so a link works while the key that signed it is configured.
 */
export function createNewsletterLinks({ keys }: Pick<KeyRing, 'keys'>): NewsletterLinks {
  const [current, ...former] = keys.map((key) =>
    Buffer.from(hkdfSync('sha256', key, '', 'links of the newsletter', 32)),
  );
  if (!current) throw new RangeError('A signer needs at least one key');
  return {
    sign: (id) => `${id}.${signatureOf(id, current).toString('base64url')}`,
    read(token) {
      const [, id, text] = /^(\d{1,18})\.([\w-]+)$/.exec(token) ?? [];
      if (id === undefined || text === undefined || !isCanonical(text)) return undefined;
      const signature = Buffer.from(text, 'base64url');
      const isSigned = [current, ...former].some(
        (key) => signature.length === signatureBytes && timingSafeEqual(signatureOf(id, key), signature),
      );
      return isSigned ? id : undefined;
    },
  };
}

const signatureOf = (id: string, key: Uint8Array) =>
  createHmac('sha256', key).update(id).digest().subarray(0, signatureBytes);
