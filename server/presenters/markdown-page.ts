import type { Call } from '@/lib/contract/call';
import { HOT_DAYS_PER_TENFOLD, RANKING_MIN_ACCOUNT_AGE_HOURS } from '@/lib/contract/plain/ranking';
import { markdownPath, productPathFor } from '@/lib/contract/plain/site';
import type { LogEntry } from '@/lib/contract/moderation-log';
import { describeLogEntry } from '@/lib/contract/plain/moderation-log';
import type { Profile } from '@/lib/contract/profile';
import type { FilledHit } from '@/lib/contract/search';
import type { CountedTag, Tag } from '@/lib/contract/tag';
import { escapeMarkdown } from '@/server/text/escape';
import { formatRow } from '@/lib/texts/lists';
import { say, t, withoutIsolates } from '@/lib/texts/texts';

export type Site = { siteURL: string; siteName: string; siteNoun: string };

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
  withoutIsolates(
    [
      `# ${formatLine(title)}`,
      t('markdown.source', 'A page of {site}: {link}', {
        site: formatLine(siteName),
        link: `<${siteURL}${path}>`,
      }),
      ...blocks,
    ].join('\n\n') + '\n',
  );

/** A text of somebody as one line that means nothing else in Markdown. */
export const formatLine = (text: string): string => escapeMarkdown(text.replace(/[\s\p{Cc}]+/gu, ' ').trim());

export const formatLink = (text: string, url: string): string =>
  `[${formatLine(text)}](${destinationOf(url)})`;

/** Also programs that know little of Markdown can follow the link: no backslash stands in a usual URL. */
const destinationOf = (url: string): string =>
  url
    .replace(/[\\<>()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(/&(?=#?\w+;)/g, '\\&');

export const formatPageLink = (text: string, path: string, { siteURL }: Site): string =>
  formatLink(text, siteURL + markdownPath(path));

export const tagLinks = (tags: readonly Tag[], site: Site): string =>
  tags.map(({ slug, name }) => formatPageLink(name, `/tag/${encodeURIComponent(slug)}`, site)).join(' · ');

export const dayOf = (instant: string): string => instant.slice(0, 'YYYY-MM-DD'.length);
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

const countOf = (count: number): string =>
  t('list.productCount', '{count, plural, one {# {noun}} other {# {nouns}}}', { count });

export const formatTags = (tags: readonly CountedTag[], site: Site): string =>
  tags
    .map((tag) => {
      const said = t('markdown.tagAndCount', '{tag}: {count}' /* how many products a tag has */, {
        tag: tagLinks([tag], site),
        count: countOf(tag.productCount),
      });
      return `- ${said}`;
    })
    .join('\n');

export const formatProfile = ({ createdAt, productCount: count }: Profile): string =>
  t(
    'markdown.profile',
    'Member since {day}. {count, plural, one {# {noun} submitted.} other {# {nouns} submitted.}}',
    { day: dayOf(createdAt), count },
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
                ...{ page, words: formatLine(formatRow(missing)), content: formatLine(content) },
              })}`;
        })
        .join('\n');

export const formatRanking = (): string[] => [
  t(
    'markdown.rankingHot',
    'The newest {noun} comes first, but upvotes make one count as newer than it is: `ranks as if listed = listed + {days} days × log10(upvotes)`. Without any upvote that counts, it ranks below all that have one.',
    { days: HOT_DAYS_PER_TENFOLD },
  ),
  t(
    'markdown.rankingUpvotes',
    "An upvote counts toward the ranking once the member's account is {hours} hours old. Submitters' own upvotes are shown, but don't count. Upvotes from banned members are neither shown nor counted.",
    { hours: RANKING_MIN_ACCOUNT_AGE_HOURS },
  ),
  t(
    'markdown.rankingOthers',
    'New shows the latest approvals first. Top ranks the {nouns} approved in the last day, week, month or ever, by upvotes.',
  ),
];
