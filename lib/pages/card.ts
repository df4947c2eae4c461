import * as z from 'zod/mini';
import { cardPathFor } from '@/lib/contract/plain/site';
import { productPath, tagPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { t } from '@/lib/texts/texts';

const loadedPage = z.object({ content: z.object({}) });
const tagPage = z.object({ content: z.object({ tag: z.object({ slug: z.string(), name: z.string() }) }) });
const productPage = z.object({
  content: z.object({ product: z.object({ slug: z.string(), name: z.string(), tagline: z.string() }) }),
});
const alternativesPage = z.object({
  content: z.object({
    subject: z.object({
      slug: z.string(),
      name: z.string(),
      status: z.literal(['approved', 'discontinued']),
    }),
  }),
});

/** Pages whose content is loaded, but has no image of its own. */
const LISTS: readonly string[] = [
  '/',
  '/new',
  '/top/[period]',
  '/u/[handle]',
  '/compare',
  '/compare/[slugs]',
  '/tags',
  '/ranking',
  '/moderation-log',
  '/developers',
];
const TEXTS: readonly string[] = [
  '/newsletter',
  '/support',
  '/privacy',
  '/terms',
  '/rules',
  '/sponsors',
  '/invitation',
  '/setup',
];

/** The card of the site says what the page's own title and description say. */
type Card = { url: string; alt?: string };

/**
 * The image that represents a page where its link is shared. Made from the page's own data, as structured data is.
 *
 * @param page the page's pattern, such as `/tag/[slug]`.
 * @param props the props of the page. A page that failed to load has no card.
 */
export function cardOf(page: string, props: unknown): Card | undefined {
  if (TEXTS.includes(page)) return cardAt('/');
  if (LISTS.includes(page)) return loadedPage.safeParse(props).success ? cardAt('/') : undefined;
  switch (page) {
    case '/tag/[slug]': {
      const { tag } = tagPage.safeParse(props).data?.content ?? {};
      return tag && cardAt(tagPath(tag.slug), t('card.alt', '{name} on {siteName}', { name: tag.name }));
    }
    case '/[noun]/[slug]': {
      const { product } = productPage.safeParse(props).data?.content ?? {};
      return product && cardAt(productPath(product.slug), `${product.name}: ${product.tagline}`);
    }
    case '/[noun]/[slug]/alternatives': {
      const { subject } = alternativesPage.safeParse(props).data?.content ?? {};
      return (
        subject &&
        cardAt(productPath(subject.slug), t('card.alt', '{name} on {siteName}', { name: subject.name }))
      );
    }
    default:
      return undefined;
  }
}

const cardAt = (path: string, alt?: string): Card => ({
  url: site.url + cardPathFor(path),
  ...(alt !== undefined && { alt }),
});
