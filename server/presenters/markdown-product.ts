import type { AlternativePage } from '@/lib/contract/alternative';
import type { FormField } from '@/lib/contract/field';
import { productPathFor } from '@/lib/contract/plain/site';
import type { ListedProduct, Product } from '@/lib/contract/product';
import type { Tag } from '@/lib/contract/tag';
import {
  dayOf,
  formatLine,
  formatLink,
  formatPageLink,
  type MarkdownPage,
  type Site,
  tagLinks,
} from './markdown-page';
import { describeUpvotes } from './product';
import { quoteMarkdown } from '@/server/text/escape';
import { shownHost } from '@/server/text/shown-host';
import { t } from '@/lib/texts/texts';

/** Without a link while the site is another one than was listed. */
const website = ({ url, linkHeldAt }: Pick<Product, 'url' | 'linkHeldAt'>): string => {
  const host = shownHost(new URL(url).host);
  return linkHeldAt === undefined
    ? formatLink(host, url)
    : t('markdown.changedHost', '{host}, which has changed since it was listed', {
        host: formatLine(host),
      });
};

const websiteLine = (product: Pick<Product, 'url' | 'linkHeldAt'>): string =>
  t('markdown.website', 'Website: {website}' /* a link */, { website: website(product) });
const tagLine = (tags: readonly Tag[], site: Site): string =>
  t('markdown.tags', 'Tags: {tags}' /* links */, { tags: tagLinks(tags, site) });
const statusLine = (status: ListedProduct['status']): string =>
  t(
    'markdown.status',
    '{status, select, pending {Status: pending} rejected {Status: rejected} removed {Status: removed} discontinued {Status: discontinued} other {Status: approved}}',
    { status },
  );

/** The products of a list, or a sentence if there are none. @param notes what else is known of each, in order. */
export function formatProducts(
  products: readonly ListedProduct[],
  site: Site,
  notes: readonly string[] = [],
): string {
  if (products.length === 0) return t('markdown.noProducts', 'No {nouns} here.');
  const lines = products.map((product, index) => {
    const { name, slug, tagline, tags, upvoteCount, status, listedFacts = [] } = product;
    return [
      `- ${formatPageLink(name, productPathFor(site.siteNoun, slug), site)}: ${formatLine(tagline)}`,
      ...(status === 'approved' ? [] : [`  - ${statusLine(status)}`]),
      `  - ${websiteLine(product)}`,
      ...(tags.length > 0 ? [`  - ${tagLine(tags, site)}`] : []),
      ...listedFacts.map(({ text }) => `  - ${formatLine(text)}`),
      `  - ${notes[index] ?? describeUpvotes(upvoteCount)}`,
    ].join('\n');
  });
  return lines.join('\n');
}

export function formatAlternatives(
  { alternatives }: Pick<AlternativePage, 'alternatives'>,
  site: Site,
): string {
  return formatProducts(
    alternatives.map(({ product }) => product),
    site,
    alternatives.map(({ upvoteCount }) =>
      t('markdown.agreeing', '{count, plural, one {# member agrees} other {# members agree}}', {
        count: upvoteCount,
      }),
    ),
  );
}

/** Everything that the page of a product says. Its description comes last. */
export function presentProductPage(
  product: Product,
  { related, alternatives }: { related: readonly ListedProduct[]; alternatives: AlternativePage },
  site: Site,
): MarkdownPage {
  const { name, slug, tagline, description, tags, facts = [], submitter, discontinuation } = product;
  const path = productPathFor(site.siteNoun, slug);
  const lines = [
    websiteLine(product),
    ...(tags.length > 0 ? [tagLine(tags, site)] : []),
    describeUpvotes(product.upvoteCount),
    ...(product.standing?.place
      ? [
          t('markdown.place', 'Place: {place} of {count}', {
            place: product.standing.place,
            count: product.standing.productCount,
          }),
        ]
      : []),
    ...(product.approvedAt === null
      ? []
      : [t('markdown.listed', 'Listed: {day}' /* when it was */, { day: dayOf(product.approvedAt) })]),
    ...(submitter ? [submitterLine(submitter, site)] : []),
    ...facts.map(({ label, parts }) => `${formatLine(label)}: ${formatParts(parts)}`),
    ...(discontinuation
      ? [
          t('markdown.discontinued', 'Discontinued: {day}. {reason}', {
            day: discontinuation.discontinuedOn,
            reason: formatLine(discontinuation.reason),
          }),
        ]
      : []),
  ];
  const section = (title: string, products: readonly ListedProduct[]) =>
    products.length > 0 ? [`## ${title}`, formatProducts(products, site)] : [];
  return {
    path,
    title: name,
    blocks: [
      formatLine(tagline),
      lines.map((line) => `- ${line}`).join('\n'),
      ...section(
        t('markdown.successors', 'Successors' /* a heading above those that replace a discontinued one */),
        discontinuation?.successors ?? [],
      ),
      ...(alternatives.alternatives.length > 0
        ? [
            `## ${t('alternatives.title', 'Alternatives' /* a heading */)}`,
            formatAlternatives(alternatives, site),
            formatPageLink(
              t('markdown.allAlternatives', 'All alternatives' /* a link */),
              `${path}/alternatives`,
              site,
            ),
          ]
        : []),
      ...section(t('markdown.related', 'Related' /* a heading above similar ones */), related),
      ...(description === ''
        ? []
        : [
            `## ${t('product.about', 'About' /* a heading above the description */)}`,
            quoteMarkdown(description),
          ]),
    ],
  };
}

const submitterLine = ({ name, handle, role }: NonNullable<Product['submitter']>, site: Site): string => {
  const member = formatPageLink(name, `/u/${encodeURIComponent(handle)}`, site);
  switch (role) {
    case undefined:
      return t('markdown.submittedBy', 'Submitted by: {member}', { member });
    case 'moderator':
      return t('markdown.submittedByModerator', 'Submitted by: {member} (moderator)', { member });
    case 'admin':
      return t('markdown.submittedByAdmin', 'Submitted by: {member} (admin)', { member });
  }
};

const formatParts = (parts: readonly { text: string; url?: string }[]): string =>
  parts.map(({ text, url }) => (url === undefined ? formatLine(text) : formatLink(text, url))).join(' · ');

export function formatComparison(
  products: readonly Product[],
  fields: readonly Pick<FormField, 'key' | 'label'>[],
  site: Site,
): string {
  const known = fields.filter(({ key }) =>
    products.some(({ facts }) => facts?.some((each) => each.key === key)),
  );
  const valueOf = (product: Product, key: string) =>
    formatParts(product.facts?.find((each) => each.key === key)?.parts ?? []);
  const rows = [
    [
      '',
      ...products.map(({ name, slug }) => formatPageLink(name, productPathFor(site.siteNoun, slug), site)),
    ],
    products.map(() => '---').concat('---'),
    [
      t('product.tagline', 'Tagline' /* a row of a table that compares */),
      ...products.map(({ tagline }) => formatLine(tagline)),
    ],
    [t('product.website', 'Website' /* a row of a table that compares */), ...products.map(website)],
    [
      t('product.tags', 'Tags' /* a row of a table that compares */),
      ...products.map(({ tags }) => tagLinks(tags, site)),
    ],
    [
      t('product.upvotes', 'Upvotes' /* a row of a table that compares */),
      ...products.map(({ upvoteCount }) => String(upvoteCount)),
    ],
    ...known.map(({ key, label }) => [
      formatLine(label),
      ...products.map((product) => valueOf(product, key)),
    ]),
  ];
  return rows
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
