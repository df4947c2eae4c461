import { nounSlug } from '@/lib/contract/plain/site';
import { RESERVED_NOUNS } from '@/server/config/env-parts';
import type { Deps } from '@/server/deps';
import { isOldPath, isOwnPageSlugTaken } from '@/server/queries/own-pages';
import { t } from '@/lib/texts/texts';

/** Paths beside those that no noun may have: files and folders at the top of the site, and names that look like a part of it. */
const TAKEN: readonly string[] = [
  ...['admin', 'assets', 'data', 'home', 'images', 'listed', 'login', 'logout', 'mail', 'oembed'],
  ...['products', 'public', 'sign-in', 'sign-up', 'sitemap', 'static', 'users', 'well-known'],
];

/** Why no page can have the path. Undefined: it can. */
export async function findSlugFault(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  slug: string,
  pageId?: string,
): Promise<string | undefined> {
  const nouns = [env.siteNoun, ...env.formerNouns].map(nounSlug);
  if (RESERVED_NOUNS.includes(slug) || TAKEN.includes(slug) || nouns.includes(slug))
    return t('ownPage.slugReserved', 'The site needs the path /{slug} itself.', { slug });
  if (await isOldPath(db, `/${slug}`))
    return t('ownPage.slugOld', 'The path /{slug} leads to {aNoun} that an import has found there.', {
      slug,
    });
  if (await isOwnPageSlugTaken(db, slug, pageId))
    return t('ownPage.slugTaken', 'Another page has the path /{slug}.', { slug });
  return undefined;
}
