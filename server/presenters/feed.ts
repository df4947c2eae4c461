import { describeLogEntry } from '@/lib/contract/plain/moderation-log';
import type { LogEntry } from '@/lib/contract/moderation-log';
import { FORMER_MEMBER, type FeedFile, feedPath, productPathFor } from '@/lib/contract/plain/site';
import type { TextLanguages } from '@/lib/contract/product';
import { textsLanguage } from '@/lib/texts/language';
import type { ListedProductRow } from '@/server/queries/products/products';
import type { RemovedProductRow } from '@/server/queries/products/removals';
import { escapeHTML } from '@/server/text/escape';
import { langAttribute, shownLanguages } from './languages';
import { formatXMLDocument } from './xml';
import { shownHost } from '@/server/text/shown-host';

export type Feed = {
  title: string;
  description: string;
  path: string;
  entries: readonly FeedEntry[];
  /** The last products that were removed, newest first. */
  removed: readonly RemovedProductRow[];
  hubURL: string | undefined;
};

type FeedEntry = {
  /** Stays the same for ever. */
  id: string;
  name: string;
  tagline: string;
  pageURL: string;
  url?: string;
  contentHTML: string;
  /** Of its texts that are in another language than the feed. */
  languages?: TextLanguages | undefined;
  tags: readonly string[];
  submitter?: { name: string; url?: string };
  publishedAt: Date;
  updatedAt: Date;
};

type Site = { siteURL: string; siteName: string; siteNoun: string };

/** Writes a feed: Atom (RFC 4287), RSS 2.0 or JSON Feed 1.1. */
export function presentFeed(file: FeedFile, feed: Feed, site: Site): string {
  return formats[file](feed, site);
}

/** @param descriptionHTML sanitized. */
export function presentFeedProduct(
  row: ListedProductRow,
  descriptionHTML: string,
  { siteURL, siteNoun }: Site,
): FeedEntry {
  const publishedAt = row.approvedAt ?? row.createdAt;
  // A URL is stored as it was typed. Feeds may contain only characters that URLs allow.
  const { href: url, host } = new URL(row.url);
  const languages = shownLanguages(row.languages);
  const description = languages?.description
    ? `<div${langAttribute(languages.description)}>${descriptionHTML}</div>`
    : descriptionHTML;
  return {
    id: entryId(row.id, { siteURL, siteNoun }),
    name: row.name,
    tagline: row.tagline,
    pageURL: siteURL + productPathFor(siteNoun, row.slug),
    ...(!row.linkHeldAt && { url }),
    contentHTML: `<p${langAttribute(languages?.tagline)}>${escapeHTML(row.tagline)}</p>${description}${row.linkHeldAt ? '' : `<p><a href="${escapeHTML(url)}">${escapeHTML(shownHost(host))}</a></p>`}`,
    languages,
    tags: row.tags.map(({ name }) => name),
    submitter:
      row.submitterName === null || row.submitterHandle === null
        ? undefined
        : {
            name: row.submitterName,
            ...(row.submitterHandle !== FORMER_MEMBER.handle && {
              url: `${siteURL}/u/${encodeURIComponent(row.submitterHandle)}`,
            }),
          },
    publishedAt,
    updatedAt: row.updatedAt > publishedAt ? row.updatedAt : publishedAt,
  };
}

export function presentFeedLogEntry(entry: LogEntry, { siteURL, siteNoun }: Site): FeedEntry {
  const { id, product, createdAt } = entry;
  const name = describeLogEntry(entry);
  const at = new Date(createdAt);
  return {
    id: tagURI(siteURL, `moderation-log:${id}`),
    name,
    tagline: name,
    pageURL: siteURL + (product ? productPathFor(siteNoun, product.slug) : '/moderation-log'),
    contentHTML: `<p>${escapeHTML(name)}</p>`,
    tags: [],
    publishedAt: at,
    updatedAt: at,
  };
}

/**
 * An id that stays the same when a product gets another address (RFC 4151).
 *
 * The date only has to be one at which the owner of the host was in charge of the site. The same for all sites, since it
 * must never change.
 */
const tagURI = (siteURL: string, name: string) =>
  `tag:${new URL(siteURL).hostname},2026:${name.replaceAll(' ', '-')}`;

const entryId = (id: string, { siteURL, siteNoun }: Pick<Site, 'siteURL' | 'siteNoun'>) =>
  tagURI(siteURL, `${siteNoun}:${id}`);

/** An empty list has never changed. */
const lastUpdate = (entries: readonly FeedEntry[], removed: readonly RemovedProductRow[] = []) =>
  new Date(
    Math.max(
      0,
      ...entries.map(({ updatedAt }) => updatedAt.getTime()),
      ...removed.map(({ removedAt }) => removedAt.getTime()),
    ),
  );

/** Where a feed has one language for all texts of an entry. Most of them are the description. */
const languageOfEntry = ({ languages }: FeedEntry) => languages?.description ?? languages?.tagline;

const inLanguage = (text: string, language: string | undefined) =>
  language === undefined ? text : { '@xml:lang': language, '#text': text };

const formats: Record<FeedFile, (feed: Feed, site: Site) => string> = {
  'feed.xml': ({ title, description, path, entries, removed, hubURL }, { siteURL, siteName, siteNoun }) =>
    formatXMLDocument({
      feed: {
        '@xmlns': 'http://www.w3.org/2005/Atom',
        ...(removed.length > 0 && { '@xmlns:at': 'http://purl.org/atompub/tombstones/1.0' }),
        '@xml:lang': textsLanguage(),
        id: siteURL + feedPath(path),
        title,
        subtitle: description,
        updated: lastUpdate(entries, removed).toISOString(),
        link: [
          { '@rel': 'self', '@type': 'application/atom+xml', '@href': siteURL + feedPath(path) },
          { '@rel': 'alternate', '@type': 'text/html', '@href': siteURL + path },
          ...(hubURL === undefined ? [] : [{ '@rel': 'hub', '@href': hubURL }]),
        ],
        // Of entries without a submitter.
        author: { name: siteName, uri: siteURL },
        entry: entries.map((entry) => ({
          id: entry.id,
          title: inLanguage(entry.name, entry.languages?.name),
          link: [
            { '@rel': 'alternate', '@type': 'text/html', '@href': entry.pageURL },
            ...(entry.url === undefined ? [] : [{ '@rel': 'related', '@href': entry.url }]),
          ],
          published: entry.publishedAt.toISOString(),
          updated: entry.updatedAt.toISOString(),
          ...(entry.submitter && {
            author: { name: entry.submitter.name, ...(entry.submitter.url && { uri: entry.submitter.url }) },
          }),
          category: entry.tags.map((tag) => ({ '@term': tag })),
          summary: inLanguage(entry.tagline, entry.languages?.tagline),
          content: { '@type': 'html', '#text': entry.contentHTML },
        })),
        // RFC 6721.
        'at:deleted-entry': removed.map(({ id, removedAt }) => ({
          '@ref': entryId(id, { siteURL, siteNoun }),
          '@when': removedAt.toISOString(),
        })),
      },
    }),

  'rss.xml': ({ title, description, path, entries, hubURL }, { siteURL }) =>
    formatXMLDocument({
      rss: {
        '@version': '2.0',
        '@xmlns:atom': 'http://www.w3.org/2005/Atom',
        '@xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
        '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
        channel: {
          title,
          link: siteURL + path,
          description,
          language: textsLanguage(),
          lastBuildDate: lastUpdate(entries).toUTCString(),
          'atom:link': [
            {
              '@rel': 'self',
              '@type': 'application/rss+xml',
              '@href': siteURL + feedPath(path, 'rss.xml'),
            },
            ...(hubURL === undefined ? [] : [{ '@rel': 'hub', '@href': hubURL }]),
          ],
          item: entries.map((entry) => ({
            title: entry.name,
            link: entry.pageURL,
            guid: { '@isPermaLink': 'false', '#text': entry.id },
            pubDate: entry.publishedAt.toUTCString(),
            // RSS's own author is an email address.
            'dc:creator': entry.submitter?.name,
            'dc:language': languageOfEntry(entry),
            category: entry.tags,
            description: entry.tagline,
            'content:encoded': entry.contentHTML,
          })),
        },
      },
    }),

  'feed.json': ({ title, description, path, entries, hubURL }, { siteURL }) =>
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title,
      description,
      language: textsLanguage(),
      home_page_url: siteURL + path,
      feed_url: siteURL + feedPath(path, 'feed.json'),
      ...(hubURL !== undefined && { hubs: [{ type: 'WebSub', url: hubURL }] }),
      items: entries.map((entry) => ({
        id: entry.id,
        url: entry.pageURL,
        external_url: entry.url,
        title: entry.name,
        language: languageOfEntry(entry),
        summary: entry.tagline,
        content_html: entry.contentHTML,
        date_published: entry.publishedAt.toISOString(),
        date_modified: entry.updatedAt.toISOString(),
        tags: entry.tags,
        ...(entry.submitter && { authors: [entry.submitter] }),
      })),
    }),
};
