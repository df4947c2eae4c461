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
  [`# ${formatLine(title)}`, `A page of ${formatLine(siteName)}: <${siteURL}${path}>`, ...blocks].join(
    '\n\n',
  ) + '\n';

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

const countOf = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : formatLine(many)}`;

const upvotes = (count: number): string =>
  t('markdownPage.count', '{count, plural, one {# upvote} other {# upvotes}}', { count });
const dayOf = (instant: string): string => instant.slice(0, 'YYYY-MM-DD'.length);
/** Without a link while the site is another one than was listed. */
const website = ({ url, linkHeldAt }: Pick<Product, 'url' | 'linkHeldAt'>): string => {
  const host = shownHost(new URL(url).host);
  return linkHeldAt === undefined
    ? link(host, url)
    : t('markdownPage.hostWhichHasChanged', '{host}, which has changed since it was listed', {
        host: formatLine(host),
      });
};

/** The products of a list, or a sentence if there are none. @param notes what else is known of each, in order. */
export function formatProducts(
  products: readonly ListedProduct[],
  site: Site,
  notes: readonly string[] = [],
): string {
  if (products.length === 0)
    return t('markdownPage.noSiteNounPluralHere', 'No {siteNounPlural} here.', {
      siteNounPlural: formatLine(site.siteNounPlural),
    });
  const lines = products.map((product, index) => {
    const { name, slug, tagline, tags, upvoteCount, status, listedFacts = [] } = product;
    return [
      `- ${formatPageLink(name, productPathFor(site.siteNoun, slug), site)}: ${formatLine(tagline)}`,
      ...(status === 'approved' ? [] : [`  - Status: ${status}`]),
      `  - Website: ${website(product)}`,
      ...(tags.length > 0 ? [`  - Tags: ${tagLinks(tags, site)}`] : []),
      ...listedFacts.map(({ text }) => `  - ${formatLine(text)}`),
      `  - ${notes[index] ?? upvotes(upvoteCount)}`,
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
      'markdownPage.everyAnswerIsJson',
      "Every answer is JSON. A success has `isError: false`, a failure `isError: true`, a `code` and a `message`. Calls begin with '<'{base}>; [OpenAPI]({base}/openapi.json) describes all of them, with their limits.",
      { base },
    ),
    lines.join('\n'),
    t(
      'markdownPage.agentsCanAlsoUse',
      "Agents can also use the Model Context Protocol at '<'{siteURL}/mcp>, and read the whole directory as [JSON Lines]({siteURL}/data/products.jsonl), [CSV]({siteURL}/data/products.csv) or [Markdown]({siteURL}/data/awesome.md).",
      { siteURL },
    ),
  ];
}

export function formatLogEntries(entries: readonly LogEntry[], site: Site): string {
  if (entries.length === 0)
    return t('markdownPage.noModeratorHasDone', 'No moderator has done anything yet.');
  const lines = entries.map((entry) => {
    const { id, product, productId, createdAt, hash } = entry;
    const text = describeLogEntry(entry);
    const shown = product
      ? formatPageLink(text, productPathFor(site.siteNoun, product.slug), site)
      : formatLine(text);
    const of = productId === null ? '' : `, ${formatLine(site.siteNoun)} ${productId}`;
    return t('markdownPage.shownEntryId', '- {shown}\n  - Entry {id}{of}, {createdAt}\n  - SHA-256: {hash}', {
      shown,
      id,
      of,
      createdAt,
      hash,
    });
  });
  return lines.join('\n');
}

export const formatNext = (path: string, nextCursor: string | null, site: Site): string[] =>
  nextCursor === null
    ? []
    : [
        formatPageLink(
          t('markdownPage.nextPage', 'Next page'),
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
      t('markdownPage.upvoteCount', '{upvoteCount, plural, one {# member agrees} other {# members agree}}', {
        upvoteCount,
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
    t('markdownPage.websiteWebsite', '- Website: {website}', { website: website(product) }),
    ...(tags.length > 0
      ? [t('markdownPage.tagsTagLinks', '- Tags: {tagLinks}', { tagLinks: tagLinks(tags, site) })]
      : []),
    `- ${upvotes(product.upvoteCount)}`,
    ...(product.standing?.place
      ? [
          t('markdownPage.placePlaceOfProductCount', '- Place: {place} of {productCount}', {
            place: product.standing.place,
            productCount: product.standing.productCount,
          }),
        ]
      : []),
    ...(product.approvedAt === null
      ? []
      : [t('markdownPage.listedDayOf', '- Listed: {dayOf}', { dayOf: dayOf(product.approvedAt) })]),
    ...(submitter
      ? [
          t(
            'markdownPage.submittedByNameHasRole',
            '- Submitted by: {name}{hasRole, select, true { ({role})} other {}}',
            {
              name: formatPageLink(submitter.name, `/u/${encodeURIComponent(submitter.handle)}`, site),
              role: submitter.role,
              hasRole: Boolean(submitter.role),
            },
          ),
        ]
      : []),
    ...facts.map(({ label, parts }) => `- ${formatLine(label)}: ${formatParts(parts)}`),
    ...(discontinuation
      ? [
          t('markdownPage.discontinuedDiscontinuedOnReason', '- Discontinued: {discontinuedOn}. {reason}', {
            discontinuedOn: discontinuation.discontinuedOn,
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
      lines.join('\n'),
      ...section(t('markdownPage.successors', 'Successors'), discontinuation?.successors ?? []),
      ...(alternatives.alternatives.length > 0
        ? [
            '## Alternatives',
            formatAlternatives(alternatives, site),
            formatPageLink(
              t('markdownPage.allAlternatives', 'All alternatives'),
              `${path}/alternatives`,
              site,
            ),
          ]
        : []),
      ...section(t('markdownPage.related', 'Related'), related),
      ...(description === '' ? [] : ['## About', quoteMarkdown(description)]),
    ],
  };
}

const formatParts = (parts: readonly { text: string; url?: string }[]): string =>
  parts.map(({ text, url }) => (url === undefined ? formatLine(text) : link(text, url))).join(' · ');

export const formatTags = (tags: readonly CountedTag[], site: Site): string =>
  tags
    .map(
      (tag) =>
        `- ${tagLinks([tag], site)}: ${countOf(tag.productCount, formatLine(site.siteNoun), site.siteNounPlural)}`,
    )
    .join('\n');

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
    [t('markdownPage.tagline', 'Tagline'), ...products.map(({ tagline }) => formatLine(tagline))],
    [t('markdownPage.website', 'Website'), ...products.map(website)],
    [t('markdownPage.tags', 'Tags'), ...products.map(({ tags }) => tagLinks(tags, site))],
    [t('markdownPage.upvotes', 'Upvotes'), ...products.map(({ upvoteCount }) => String(upvoteCount))],
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
  { createdAt, productCount }: Profile,
  { siteNoun, siteNounPlural }: Site,
): string =>
  `Member since ${dayOf(createdAt)}. ${countOf(productCount, formatLine(siteNoun), siteNounPlural)} submitted.`;

export const formatHits = (hits: readonly FilledHit[], site: Site): string =>
  hits.length === 0
    ? t('markdownPage.noResultFound', 'No Result found')
    : hits
        .map(({ title, url, content, _missingWords: missing = [] }) => {
          const without = missing.length > 0 ? ` (without: ${formatLine(missing.join(', '))})` : '';
          return `- ${formatPageLink(title, url, site)}${without}: ${formatLine(content)}`;
        })
        .join('\n');

export const formatRanking = ({ siteNoun, siteNounPlural }: Site): string[] => [
  t(
    'markdownPage.theNewestSiteNounComes',
    'The newest {siteNoun} comes first, but upvotes make one count as newer than it is: `ranks as if listed = listed + {hotDaysPerTenfold} days × log10(upvotes)`. Without any upvote that counts, it ranks below all that have one.',
    { siteNoun: formatLine(siteNoun), hotDaysPerTenfold: HOT_DAYS_PER_TENFOLD },
  ),
  t(
    'markdownPage.anUpvoteCountsToward',
    "An upvote counts toward the ranking once the member's account is {rankingMinAccountAgeHours} hours old. Submitters' own upvotes are shown, but don't count. Upvotes from banned members are neither shown nor counted.",
    { rankingMinAccountAgeHours: RANKING_MIN_ACCOUNT_AGE_HOURS },
  ),
  t(
    'markdownPage.newShowsTheLatest',
    'New shows the latest approvals first. Top ranks the {siteNounPlural} approved in the last day, week, month or ever, by upvotes.',
    { siteNounPlural: formatLine(siteNounPlural) },
  ),
];
