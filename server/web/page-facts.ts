import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import * as z from 'zod/mini';
import { PAGE_FACTS, type PageFact } from '@/lib/contract/field';
import { decodeHTML } from '@/server/text/plain-text';
import { readAttributes } from './page-metadata';

/** What a page states of its product: texts and addresses, as it states them. At most one each. */
export type PageFacts = Partial<Record<PageFact, string>>;

const SCRIPTS_MAX = 10;
const SCRIPT_UNITS_MAX = 65_536;
const LEVELS_MAX = 8;
const NODES_MAX = 2_000;
const LINKS_MAX = 1_500;
const TAG_UNITS_MAX = 2_048;
const LABEL_UNITS_MAX = 300;
const VALUE_UNITS_MAX = 500;

/** What a link to the source code says. The name of a forge alone may lead to any of its pages. */
const SOURCE_LABEL =
  /^(?:view |browse |get |the )?(?:source(?: ?code)?|repository|repo)(?: (?:on|at) \w+)?$/i;

/**
 * Reads what a page states of its product, in its metadata for search engines and in its links. Guesses nothing: a fact
 * for which the page has several values has none. Every character is read a bounded number of times.
 */
export function readPageFacts(html: string, url: URL): PageFacts {
  const found: Record<PageFact, string[]> = { license: [], repository: [] };
  for (const node of readLinkedData(html)) {
    found.license.push(...textsOf(node.license));
    found.repository.push(...textsOf(node.codeRepository).flatMap((text) => repositoryOf(text, url) ?? []));
  }
  const links = readLinks(html, url);
  if (found.license.length === 0) {
    found.license.push(...links.filter(({ rel }) => rel.includes('license')).map(({ href }) => href));
  }
  if (found.repository.length === 0) {
    const repositories = links.flatMap((link) => {
      const repository = repositoryOf(link.href, url);
      return repository === undefined ? [] : [{ ...link, repository }];
    });
    const marked = repositories.filter(({ label }) => SOURCE_LABEL.test(label));
    const named = repositories.filter(({ repository }) => isNamedLike(repository, url));
    found.repository.push(...(marked.length > 0 ? marked : named).map(({ repository }) => repository));
  }
  return Object.fromEntries(
    PAGE_FACTS.flatMap((fact) => {
      const [only, ...others] = new Set(found[fact]);
      return only === undefined || others.length > 0 ? [] : [[fact, only]];
    }),
  );
}

const record = z.record(z.string(), z.unknown());
type LinkedData = z.infer<typeof record>;
const SOFTWARE = /^(?:https?:\/\/schema\.org\/)?(?:Software\w*|\w*Application|VideoGame)$/;

/** The nodes of JSON-LD that describe software. The license of an image or an article says nothing of the product. */
function readLinkedData(html: string): LinkedData[] {
  const software: LinkedData[] = [];
  let nodeCount = 0;
  const walk = (value: unknown, level: number): void => {
    nodeCount += 1;
    if (level > LEVELS_MAX || nodeCount > NODES_MAX) return;
    if (Array.isArray(value)) {
      for (const each of value) walk(each, level + 1);
      return;
    }
    const { data: node } = record.safeParse(value);
    if (!node) return;
    if ([node['@type']].flat().some((type) => typeof type === 'string' && SOFTWARE.test(type))) {
      software.push(node);
    }
    for (const each of Object.values(node)) if (typeof each === 'object') walk(each, level + 1);
  };
  for (const text of linkedDataScripts(html)) {
    try {
      walk(JSON.parse(text), 0);
    } catch {
      // Not JSON: the page states nothing.
    }
  }
  return software;
}

/** The attributes of a tag, and where its content begins. Undefined for a tag that does not end soon. */
function readTag(
  html: string,
  at: number,
): { attributes: Map<string, string>; contentAt: number } | undefined {
  const tag = html.slice(at, at + TAG_UNITS_MAX);
  const end = tag.indexOf('>');
  return end === -1 ? undefined : { attributes: readAttributes(tag.slice(0, end)), contentAt: at + end + 1 };
}

function linkedDataScripts(html: string): string[] {
  const texts: string[] = [];
  const opening = /<script\s/gi;
  let count = 0;
  for (let match = opening.exec(html); match && count < LINKS_MAX; match = opening.exec(html)) {
    count += 1;
    const tag = readTag(html, opening.lastIndex);
    if (tag?.attributes.get('type')?.trim().toLowerCase() !== 'application/ld+json') continue;
    const text = html.slice(tag.contentAt, tag.contentAt + SCRIPT_UNITS_MAX);
    const end = text.indexOf('</');
    if (end !== -1 && texts.length < SCRIPTS_MAX) texts.push(text.slice(0, end));
  }
  return texts;
}

/** A text, or the address or name of a nested node. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length > VALUE_UNITS_MAX ? [] : [value.trim()];
  if (Array.isArray(value)) return value.slice(0, 5).flatMap(textsOf);
  const { data: node } = record.safeParse(value);
  return node ? textsOf(node.url ?? node['@id'] ?? node.name).slice(0, 1) : [];
}

type Link = { href: string; rel: readonly string[]; label: string };

function readLinks(html: string, url: URL): Link[] {
  const links: Link[] = [];
  const opening = /<(a|link)\s/gi;
  let count = 0;
  for (let match = opening.exec(html); match && count < LINKS_MAX; match = opening.exec(html)) {
    count += 1;
    const tag = readTag(html, opening.lastIndex);
    const href = decodeHTML(tag?.attributes.get('href') ?? '');
    if (!tag || !canParseURL(href, url.href)) continue;
    const { attributes, contentAt } = tag;
    const content = html.slice(contentAt, contentAt + LABEL_UNITS_MAX);
    const text = content.slice(0, content.search(/<\/a\b|$/i)).replace(/<[^<>]*>/g, ' ');
    const linkText = attributes.get('aria-label') ?? text;
    links.push({
      href: new URL(href, url).href,
      rel: (attributes.get('rel') ?? '').toLowerCase().split(/\s+/),
      label: match[1]?.toLowerCase() === 'a' ? decodeHTML(linkText).replace(/\s+/g, ' ').trim() : '',
    });
  }
  return links;
}

const FORGES: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']);

/** The page of a repository on a well-known forge; undefined for every other address. */
export function repositoryOf(address: string, base: URL): string | undefined {
  if (!canParseURL(address, base.href)) return undefined;
  const { protocol, hostname, pathname } = new URL(address, base);
  const host = hostname.replace(/^www\./, '');
  const [owner, name, ...rest] = pathname.split('/').filter((part) => part !== '');
  const isRepository = owner !== undefined && name !== undefined && rest.length === 0 && owner !== 'sponsors';
  return /^https?:$/.test(protocol) && FORGES.has(host) && isRepository
    ? `https://${host}/${owner}/${name.replace(/\.git$/, '')}`
    : undefined;
}

const keyOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the repository has the name of the site: `acme` and `acme.js` for acme.dev, `acme.dev` for itself. */
export function isNamedLike(repository: string, { hostname }: URL): boolean {
  const host = hostname.toLowerCase().replace(/^www\./, '');
  const name = new URL(repository).pathname.split('/')[2] ?? '';
  const known = new Set([
    keyOf(host),
    keyOf(host.split('.').slice(0, -1).join('.')),
    keyOf(host.split('.').at(-2) ?? ''),
  ]);
  return [name, name.replace(/\.?js$/i, '')].some((each) => keyOf(each) !== '' && known.has(keyOf(each)));
}
