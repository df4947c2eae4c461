import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parseFeed as readWithFeedParser } from '@rowanmanning/feed-parser';
import { Ajv } from 'ajv';
import { parseFeed as readWithFeedsmith } from 'feedsmith';
import { XmlDocument } from 'libxml2-wasm';
import * as z from 'zod/mini';
import { FEED_TYPES, type FeedFile, feedPath } from '@/lib/contract/plain/site';
import { OwnerError } from '@/server/base/errors';
import { parseXML } from '../setup/parse-xml';

const namespaces = { a: 'http://www.w3.org/2005/Atom', c: 'http://purl.org/rss/1.0/modules/content/' };

/** What RFC 4287 forbids, as XPath. */
const ATOM_FAULTS = [
  '/a:feed[count(a:id)!=1 or count(a:title)!=1 or count(a:updated)!=1 or count(a:subtitle)>1]',
  '/a:feed[count(a:link[@rel="self"])!=1]',
  '//a:entry[count(a:id)!=1 or count(a:title)!=1 or count(a:updated)!=1]',
  '//a:entry[count(a:content)>1 or count(a:summary)>1 or count(a:published)>1 or count(a:rights)>1]',
  '//a:entry[not(a:author) and not(../a:author)]',
  '//a:entry[not(a:content) and not(a:link[@rel="alternate"])]',
  '//a:entry[a:id=preceding-sibling::a:entry/a:id]',
  '//a:author[count(a:name)!=1 or count(a:uri)>1 or count(a:email)>1]',
  '//a:link[not(@href)]',
  '//a:link[@rel="alternate"][@type=preceding-sibling::a:link[@rel="alternate"]/@type]',
  '//a:category[not(@term)]',
  '//a:content[@type="html"][*]',
  '//a:title[*]|//a:summary[*]|//a:subtitle[*]',
  '//a:*[not(contains(" feed entry id title subtitle updated published link author name uri category summary content ", concat(" ",local-name()," ")))]',
];
/** What https://www.rssboard.org/rss-specification and its best practices forbid. */
const RSS_FAULTS = [
  '/rss[@version!="2.0" or count(channel)!=1]|/*[not(self::rss)]',
  '/rss/channel[count(title)!=1 or count(link)!=1 or count(description)!=1 or count(lastBuildDate)>1 or count(language)>1]',
  '/rss/channel[count(a:link[@rel="self"])!=1]',
  '//item[not(title) and not(description)]',
  '//item[count(title)>1 or count(link)>1 or count(description)>1 or count(guid)!=1 or count(pubDate)>1]',
  '//item[guid=preceding-sibling::item/guid]',
  '//item/author',
  '//guid[not(@isPermaLink="false")]',
  '//*[namespace-uri()=""][not(contains(" rss channel title link description language lastBuildDate item guid pubDate category ", concat(" ",local-name()," ")))]',
];
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** The characters of https://www.rfc-editor.org/rfc/rfc3986 */
const ABSOLUTE_URI = /^[a-z][a-z0-9+.-]*:(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[0-9A-F]{2})+$/i;
const RFC_822 =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})$/;

type Entry = { id: string; title: string };
const entries = z.array(z.object({ id: z.string(), title: z.string() }));
const rssItems = z.array(z.object({ guid: z.object({ value: z.string() }), title: z.string() }));

/** What an XPath finds, as text. */
const textsAt = (document: XmlDocument, path: string) =>
  document.find(path, namespaces).map((node) => node.content);

/**
 * Checks a feed with two independent parsers, against the rules of its format, and against what two feed readers make of
 * it.
 *
 * @returns what the feed contains.
 */
type Check = (text: string) => Entry[];

const CHECKS: Record<FeedFile, (jsonFeed: (feed: unknown) => void) => Check> = {
  'feed.xml': () => (text) =>
    checkXML(text, 'atom', ATOM_FAULTS, {
      dates: ['//a:updated|//a:published', RFC_3339],
      urls: '//a:link/@href|//a:uri|//a:id',
      ids: '//a:entry/a:id',
      titles: '//a:entry/a:title',
    }),
  'rss.xml': () => (text) =>
    checkXML(text, 'rss', RSS_FAULTS, {
      dates: ['//pubDate|//lastBuildDate', RFC_822],
      urls: '//link|//a:link/@href',
      ids: '//item/guid',
      titles: '//item/title',
    }),
  'feed.json': (requireValid) => (text) => {
    const parsed: unknown = JSON.parse(text);
    requireValid(parsed);
    const { items } = z.object({ items: entries }).parse(parsed);
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length, 'Every id once');
    const { format, feed } = readWithFeedsmith(text);
    assert.equal(format, 'json');
    // It leaves out what is empty.
    assert.deepEqual(entries.parse(('items' in feed && feed.items) || []), items);
    return items;
  },
};

type Paths = { dates: [string, RegExp]; urls: string; ids: string; titles: string };

function checkXML(text: string, kind: 'atom' | 'rss', faults: readonly string[], paths: Paths): Entry[] {
  parseXML(text, []);
  const document = XmlDocument.fromString(text);
  try {
    for (const fault of faults) assert.deepEqual(document.find(fault, namespaces), [], fault);
    const [dates, form] = paths.dates;
    for (const date of textsAt(document, dates)) assert.match(date, form);
    for (const url of textsAt(document, paths.urls)) assert.ok(URL.canParse(url), url);
    const titles = textsAt(document, paths.titles);
    const found = textsAt(document, paths.ids).map((id, index) => ({ id, title: titles[index] ?? '' }));

    const { format, feed } = readWithFeedsmith(text);
    assert.equal(format, kind);
    const inFeedsmith = kind === 'atom' ? readAtom(feed) : readRSS(feed);
    const inFeedParser = readWithFeedParser(text).items.map(({ id, title }) => ({ id, title }));
    assert.deepEqual(inFeedsmith, found, 'Feedsmith reads the same entries');
    // It takes every title for HTML.
    const asHTML = found.map(({ id, title }) => ({ id, title: title.replaceAll('&amp;', '&') }));
    assert.deepEqual(inFeedParser, asHTML, 'Feed-parser reads the same entries');
    return found;
  } finally {
    document.dispose();
  }
}

const readAtom = (feed: unknown): Entry[] =>
  z
    .object({
      entries: z.optional(z.array(z.object({ id: z.string(), title: z.object({ value: z.string() }) }))),
    })
    .parse(feed)
    .entries?.map(({ id, title }) => ({ id, title: title.value })) ?? [];

const readRSS = (feed: unknown): Entry[] =>
  z
    .object({ items: z.optional(rssItems) })
    .parse(feed)
    .items?.map(({ guid, title }) => ({ id: guid.value, title })) ?? [];

/**
 * Checks the feeds of these lists in all formats, which must have the same entries.
 *
 * @param lists paths of lists, with their queries.
 * @returns what was checked, as a sentence.
 */
export async function checkFeeds(origin: string, lists: readonly string[]): Promise<string> {
  const requireValid = await compileJSONFeed();
  let entryCount = 0;
  for (const list of lists) {
    const read: Entry[][] = [];
    for (const file of ['feed.xml', 'rss.xml', 'feed.json'] as const) {
      const path = feedPath(list, file);
      const response = await fetch(origin + path);
      const type = `${FEED_TYPES[file]}; charset=UTF-8`;
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, type], path);
      try {
        read.push(CHECKS[file](requireValid)(await response.text()));
      } catch (error) {
        throw new OwnerError(`${path} is invalid: ${String(error)}`);
      }
    }
    const [atom = [], rss, json] = read;
    assert.deepEqual(rss, atom, `The entries of ${list} in RSS`);
    // Only JSON can express control characters.
    const storable = json?.map(({ id, title }) => ({
      id,
      title: title.replace(/[\u0000-\u0008\uFFFE]/g, ''),
    }));
    assert.deepEqual(storable, atom, `The entries of ${list} in JSON Feed`);
    entryCount += 3 * atom.length;
  }
  return `${3 * lists.length} feeds with ${entryCount} entries`;
}

async function compileJSONFeed(): Promise<(feed: unknown) => void> {
  const ajv = new Ajv({ allErrors: true, formats: { uri: ABSOLUTE_URI, 'date-time': RFC_3339 } });
  const schema: unknown = JSON.parse(
    await readFile(new URL('../fixtures/formats/json-feed.json', import.meta.url), 'utf8'),
  );
  const validate = ajv.compile(z.record(z.string(), z.unknown()).parse(schema));
  return (feed) => assert.ok(validate(feed), ajv.errorsText(validate.errors));
}
