import * as z from 'zod/mini';
import { profilePath, productPath, tagPath } from '@/lib/pages/paths';
import { env } from '@/lib/env';
import { site } from '@/lib/site';
import { t, withoutIsolates } from '@/lib/texts/texts';

const listedProducts = z.array(z.object({ slug: z.string(), name: z.string() }));
const tag = z.object({ slug: z.string(), name: z.string() });

const list = z.object({ content: z.object({ tag: z.nullable(tag), products: listedProducts }) });
const productPage = z.object({
  content: z.object({
    product: z.object({
      slug: z.string(),
      name: z.string(),
      tagline: z.string(),
      url: z.string(),
      linkHeldAt: z.optional(z.string()),
      imageURL: z.string(),
      tags: z.array(tag),
      upvoteCount: z.number(),
      approvedAt: z.nullable(z.string()),
    }),
  }),
});
/** A removed product has no name. */
const alternativesPage = z.object({
  content: z.object({ subject: z.object({ slug: z.string(), name: z.string() }), products: listedProducts }),
});
const profilePage = z.object({
  content: z.object({
    profile: z.object({
      handle: z.string(),
      name: z.string(),
      avatarURL: z.nullable(z.string()),
      createdAt: z.string(),
      productCount: z.number(),
    }),
  }),
});

export type StructuredData = { '@type': string; [property: string]: unknown };

/**
 * What a page says to search engines, as https://json-ld.org of schema.org.
 *
 * Made from the page's own data when the HTML is written, so that the browser loads neither this code nor the data twice.
 * The home page has no list of its products: with it, its HTML would not arrive with the first packets.
 *
 * @param page the page's pattern, such as `/tag/[slug]`.
 * @param props the props of the page. A page that failed to load says nothing.
 */
export function structuredData(page: string, props: unknown): StructuredData[] {
  switch (page) {
    case '/':
      return [webSite()];
    case '/new':
    case '/top/[period]':
    case '/tag/[slug]': {
      const { content } = list.safeParse(props).data ?? {};
      if (!content) return [];
      const trail = content.tag
        ? [
            breadcrumbs([
              [t('list.tags', 'Tags' /* a step of the path to a page */), '/tags'],
              [content.tag.name, tagPath(content.tag.slug)],
            ]),
          ]
        : [];
      return [...trail, ...(content.products.length > 0 ? [itemList(content.products)] : [])];
    }
    case '/[noun]/[slug]': {
      const { content } = productPage.safeParse(props).data ?? {};
      return content ? [describeProduct(content.product), trailOf(content.product)] : [];
    }
    case '/[noun]/[slug]/alternatives': {
      const { content } = alternativesPage.safeParse(props).data ?? {};
      if (!content || content.products.length === 0) return [];
      const { slug, name } = content.subject;
      const trail = breadcrumbs([
        [t('breadcrumb.home', 'Home' /* the first step of the path to a page */), '/'],
        [name, productPath(slug)],
        [
          t('alternatives.title', 'Alternatives' /* a step of the path to a page */),
          `${productPath(slug)}/alternatives`,
        ],
      ]);
      return [trail, itemList(content.products)];
    }
    case '/u/[handle]': {
      const { content } = profilePage.safeParse(props).data ?? {};
      return content ? [describeProfile(content.profile)] : [];
    }
    default:
      return [];
  }
}

const absolute = (path: string) => (path.startsWith('/') ? site.url + path : path);

const webSite = (): StructuredData => ({
  '@type': 'WebSite',
  name: site.name,
  url: `${site.url}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: `${site.url}/search?q={q}`,
    'query-input': 'required name=q',
  },
});

const itemList = (products: z.infer<typeof listedProducts>): StructuredData => ({
  '@type': 'ItemList',
  itemListElement: products.map(({ slug, name }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: absolute(productPath(slug)),
  })),
});

const breadcrumbs = (pages: readonly [name: string, path: string][]): StructuredData => ({
  '@type': 'BreadcrumbList',
  itemListElement: pages.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(path),
  })),
});

type PageProduct = z.infer<typeof productPage>['content']['product'];

const describeProduct = (product: PageProduct): StructuredData => ({
  '@type': env.siteSchemaType || (env.siteNoun === 'tool' ? 'SoftwareApplication' : 'CreativeWork'),
  name: product.name,
  description: product.tagline,
  url: absolute(productPath(product.slug)),
  // As it was typed, it may contain characters that URLs may not.
  ...(product.linkHeldAt === undefined && { sameAs: new URL(product.url).href }),
  image: absolute(product.imageURL),
  keywords: product.tags.map(({ name }) => name).join(', '),
  ...(product.approvedAt !== null && { datePublished: product.approvedAt }),
  interactionStatistic: {
    '@type': 'InteractionCounter',
    interactionType: { '@type': 'LikeAction' },
    userInteractionCount: product.upvoteCount,
  },
});

const trailOf = ({ slug, name, tags }: PageProduct): StructuredData =>
  breadcrumbs([
    [t('breadcrumb.home', 'Home' /* the first step of the path to a page */), '/'],
    ...tags.slice(0, 1).map((tag): [string, string] => [tag.name, tagPath(tag.slug)]),
    [name, productPath(slug)],
  ]);

const describeProfile = ({
  handle,
  name,
  avatarURL,
  createdAt,
  productCount,
}: z.infer<typeof profilePage>['content']['profile']): StructuredData => ({
  '@type': 'ProfilePage',
  dateCreated: createdAt,
  mainEntity: {
    '@type': 'Person',
    name,
    alternateName: handle,
    url: absolute(profilePath(handle)),
    ...(avatarURL !== null && { image: absolute(avatarURL) }),
    agentInteractionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'WriteAction' },
      userInteractionCount: productCount,
    },
  },
});

/** The content of a script element. An end tag in a text must not end the element. */
export const writeStructuredData = (data: readonly StructuredData[]): string =>
  withoutIsolates(
    JSON.stringify(data.map((each) => ({ '@context': 'https://schema.org', ...each }))),
  ).replaceAll('<', '\\u003c');
