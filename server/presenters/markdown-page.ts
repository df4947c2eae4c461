import type { Call } from '@/lib/contract/call';
import type { AlternativePage } from '@/lib/contract/alternative';
import type { FormField } from '@/lib/contract/field';
import { HOT_DAYS_PER_TENFOLD, RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import { markdownPath, productPathFor } from '@/lib/contract/plain/site';
import type { LogEntry } from '@/lib/contract/moderation-log';
import { describeLogEntry } from '@/lib/contract/plain/moderation-log';
import type { ListedProduct, Product } from '@/lib/contract/product';
import type { Profile } from '@/lib/contract/profile';
import type { FilledHit } from '@/lib/contract/search';
import type { CountedTag, Tag } from '@/lib/contract/tag';
import { describeUpvotes } from './product';
import { escapeMarkdown, quoteMarkdown } from '@/server/text/escape';
import { shownHost } from '@/server/text/shown-host';
import { formatNumber } from '@/lib/texts/language';
import { say, t } from '@/lib/texts/texts';

type Site = { siteURL: string; siteName: string; siteNoun: string; siteNounPlural: string };

export type MarkdownPage = {
  path: string;
  title: string;
  /** What follows the title: blocks, with an empty line between them. */
  blocks: readonly string[];
};

export const formatMarkdownPage = (
  { path, title, blocks }: MarkdownPage,
  { siteURL, siteName }: Site,
): string =>
  [
    `# ${formatLine(title)}`,
    t('markdown.source', 'A page of {site}: {link}', {
      site: formatLine(siteName),
      link: `<${siteURL}${path}>`,
    }),
    ...blocks,
  ].join('\n\n') + '\n';

/** A text of somebody as one line that means nothing else in Markdown. */
export const formatLine = (text: string): string => escapeMarkdown(text.replace(/[\s\p{Cc}]+/gu, ' ').trim());

const link = (text: string, url: string): string => `[${formatLine(text)}](${destinationOf(url)})`;

/** Also programs that know little of Markdown can follow the link: no backslash stands in a usual URL. */
const destinationOf = (url: string): string =>
  url
    .replace(/[\\<>()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(/&(?=#?\w+;)/g, '\\&');

export const formatPageLink = (text: string, path: string, { siteURL }: Site): string =>
  link(text, siteURL + markdownPath(path));

const tagLinks = (tags: readonly Tag[], site: Site): string =>
  tags.map(({ slug, name }) => formatPageLink(name, `/tag/${encodeURIComponent(slug)}`, site)).join(' · ');

const dayOf = (instant: string): string => instant.slice(0, 'YYYY-MM-DD'.length);
/** Without a link while the site is another one than was listed. */
const website = ({ url, linkHeldAt }: Pick<Product, 'url' | 'linkHeldAt'>): string => {
  const host = shownHost(new URL(url).host);
  return linkHeldAt === undefined
    ? link(host, url)
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
  if (products.length === 0)
    return t('markdown.noProducts', 'No {plural} here.', { plural: formatLine(site.siteNounPlural) });
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

/** The calls that everyone can make to read, and where programs find the rest. */
export function formatDevelopers(
  calls: readonly Call[],
  { siteURL, serverURL }: Site & { serverURL: string },
) {
  const base = serverURL.startsWith('/') ? siteURL + serverURL : serverURL;
  const lines = calls.map(({ path, summary }) => `- \`GET ${path}\`: ${formatLine(say(summary))}`);
  return [
    t(
      'markdown.developersIntro',
      'Every answer is JSON. A success has `isError: false`, a failure `isError: true`, a `code` and a `message`. Calls begin with {link}; [OpenAPI]({base}/openapi.json) describes all of them, with their limits.',
      { base, link: `<${base}>` },
    ),
    lines.join('\n'),
    t(
      'markdown.developersAgents',
      'Agents can also use the Model Context Protocol at {link}, and read the whole directory as [JSON Lines]({siteURL}/data/products.jsonl), [CSV]({siteURL}/data/products.csv) or [Markdown]({siteURL}/data/awesome.md).',
      { siteURL, link: `<${siteURL}/mcp>` },
    ),
  ];
}

export function formatLogEntries(entries: readonly LogEntry[], site: Site): string {
  if (entries.length === 0) return t('markdown.emptyLog', 'No moderator has done anything yet.');
  const lines = entries.map((entry) => {
    const { id, product, productId, createdAt, hash } = entry;
    const text = describeLogEntry(entry);
    const shown = product
      ? formatPageLink(text, productPathFor(site.siteNoun, product.slug), site)
      : formatLine(text);
    const numbers =
      productId === null
        ? t('markdown.logEntry', 'Entry {id}, {time}', { id, time: createdAt })
        : t('markdown.logEntryOf', 'Entry {id}, {product} {productId}, {time}', {
            ...{ id, productId, time: createdAt },
            product: formatLine(site.siteNoun),
          });
    return `- ${shown}\n  - ${numbers}\n  - SHA-256: ${hash}`;
  });
  return lines.join('\n');
}

export const nextPageText = () => t('list.nextPage', 'Next page' /* a link */);

export const formatNext = (path: string, nextCursor: string | null, site: Site): string[] =>
  nextCursor === null
    ? []
    : [
        formatPageLink(
          nextPageText(),
          `${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(nextCursor)}`,
          site,
        ),
      ];

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
  parts.map(({ text, url }) => (url === undefined ? formatLine(text) : link(text, url))).join(' · ');

const countOf = (count: number, { siteNoun, siteNounPlural }: Site): string =>
  t('markdown.productCount', '{count, plural, one {{number} {one}} other {{number} {many}}}', {
    ...{ count, number: formatNumber(count) },
    ...{ one: formatLine(siteNoun), many: formatLine(siteNounPlural) },
  });

export const formatTags = (tags: readonly CountedTag[], site: Site): string =>
  tags.map((tag) => `- ${tagLinks([tag], site)}: ${countOf(tag.productCount, site)}`).join('\n');

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

export const formatProfile = (
  { createdAt, productCount: count }: Profile,
  { siteNoun, siteNounPlural }: Site,
): string =>
  t(
    'markdown.profile',
    'Member since {day}. {count, plural, one {{number} {one} submitted.} other {{number} {many} submitted.}}',
    {
      ...{ day: dayOf(createdAt), count, number: formatNumber(count) },
      ...{ one: formatLine(siteNoun), many: formatLine(siteNounPlural) },
    },
  );

export const formatHits = (hits: readonly FilledHit[], site: Site): string =>
  hits.length === 0
    ? t('search.noResult', 'No Result found')
    : hits
        .map(({ title, url, content, _missingWords: missing = [] }) => {
          const page = formatPageLink(title, url, site);
          return missing.length === 0
            ? `- ${page}: ${formatLine(content)}`
            : `- ${t('markdown.hitWithout', '{page} (without: {words}): {content}', {
                ...{ page, words: formatLine(missing.join(', ')), content: formatLine(content) },
              })}`;
        })
        .join('\n');

export const formatRanking = ({ siteNoun, siteNounPlural }: Site): string[] => [
  t(
    'markdown.rankingHot',
    'The newest {one} comes first, but upvotes make one count as newer than it is: `ranks as if listed = listed + {days} days × log10(upvotes)`. Without any upvote that counts, it ranks below all that have one.',
    { one: formatLine(siteNoun), days: HOT_DAYS_PER_TENFOLD },
  ),
  t(
    'markdown.rankingUpvotes',
    "An upvote counts toward the ranking once the member's account is {hours} hours old. Submitters' own upvotes are shown, but don't count. Upvotes from banned members are neither shown nor counted.",
    { hours: RANKING_MIN_ACCOUNT_AGE_HOURS },
  ),
  t(
    'markdown.rankingOthers',
    'New shows the latest approvals first. Top ranks the {many} approved in the last day, week, month or ever, by upvotes.',
    { many: formatLine(siteNounPlural) },
  ),
];
