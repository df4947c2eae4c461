import { countChars, cutChars } from '@/lib/contract/plain/chars';
import { PROFILE_LIMITS } from '@/lib/contract/user';
import { handleFault } from '@/server/identity/deceptive-names';
import { slugify } from '@/server/text/slug';
import { newToken } from '@/server/base/token';

/** How many numbered handles are suggested before a random one. */
const numberedMax = 5;

/** Suggests handles for a new user of this name, the shortest first. The last one is random, so it is free. */
export function suggestHandles(name: string, siteName: string): string[] {
  const plain = cut(slugify(name), PROFILE_LIMITS.handleCharsMax - 9);
  const isUsable =
    countChars(plain) >= PROFILE_LIMITS.handleCharsMin && handleFault(plain, siteName) === undefined;
  const base = isUsable ? plain : 'member';
  const numbered = Array.from({ length: numberedMax - 1 }, (_, index) => `${base}-${index + 2}`);
  const random = newToken()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 8);
  return [base, ...numbered, `${base}-${random}`];
}

const cut = (slug: string, charsMax: number) => cutChars(slug, charsMax).replace(/-+$/, '');
