import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { po } from 'gettext-parser';
import { PACKAGE_FOLDER } from '@/host/folders';
import { compileMessage } from '@/lib/texts/compile';
import type { Catalog } from '@/lib/texts/language';
import { childrenOf, isChoice, type Message, type MessageNode } from '@/lib/texts/message';
import { ConfigError, hasErrorCode } from '@/server/base/errors';
import { KEY } from './identifiers';
import { PSEUDO_LOCALES } from './pseudo-locales';
import { type English, readEnglish } from './templates';

/** The catalogs: a file for each language, and the English that all of them translate. */
const TEXTS_FOLDER = path.join(PACKAGE_FOLDER, 'texts');
/** The catalog without a translation. */
export const ENGLISH_FILE = path.join(TEXTS_FOLDER, 'texts.pot');

type Loaded = {
  catalog: Catalog;
  /** What stays English, and why. */
  faults: readonly string[];
};

type Site = {
  /** A tag of BCP 47. */
  siteLanguage: string;
  /** Whether the pseudo-locales are languages, too. */
  isTrial: boolean;
  isDevelopment: boolean;
};

/** The texts in the language of the site, or in the next more general language that has a catalog. Undefined: English. */
export async function loadCatalog({
  siteLanguage,
  isTrial,
  isDevelopment,
}: Site): Promise<Loaded | undefined> {
  for (const language of rangesOf(siteLanguage)) {
    const pseudo = isTrial ? PSEUDO_LOCALES.get(language) : undefined;
    const file = path.join(TEXTS_FOLDER, `${language}.po`);
    const translated = pseudo ? undefined : await readIfPresent(file);
    if (!pseudo && translated === undefined) continue;
    const english = isDevelopment
      ? readCatalogFile(ENGLISH_FILE, await readFile(ENGLISH_FILE), 'msgid')
      : await readEnglish();
    const { messages, faults } = pseudo
      ? { messages: mapEnglish(english, pseudo), faults: [] }
      : translate(language, english, readCatalogFile(file, translated ?? Buffer.alloc(0), 'msgstr'));
    const catalog = createCatalog(language, messages);
    // In development, webpack writes the texts of the language into the only scripts that there are.
    return { catalog: isDevelopment ? { ...catalog, prefix: '' } : catalog, faults };
  }
  return undefined;
}

/** `pt-BR`, then `pt` (RFC 4647, 3.4). */
function rangesOf(tag: string): string[] {
  const parts = tag.split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

const mapEnglish = (english: English, change: (message: Message) => Message) =>
  new Map(Object.entries(english).map(([key, icu]) => [key, change(compileMessage(icu))]));

export function createCatalog(language: string, messages: ReadonlyMap<string, Message>): Catalog {
  const hash = createHash('sha256')
    .update(JSON.stringify([...messages]))
    .digest('hex')
    .slice(0, 8);
  const { script = '' } = new Intl.Locale(language).maximize();
  return {
    language,
    direction: RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr',
    prefix: `/l/${language}-${hash}`,
    messages,
  };
}

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** A catalog of all texts has half a megabyte. */
const FILE_BYTES_MAX = 8_000_000;

/**
 * The texts of a catalog file by key, but for those that are missing or that a translator has yet to look at.
 *
 * @throws ConfigError naming the file.
 */
function readCatalogFile(name: string, file: Buffer, part: 'msgid' | 'msgstr'): English {
  if (file.length > FILE_BYTES_MAX)
    throw new ConfigError(
      `${name} is larger than ${FILE_BYTES_MAX / 1_000_000} MB, the most that a catalog may have.`,
    );
  const texts: English = {};
  for (const [key, entries] of Object.entries(parseCatalog(name, file).translations)) {
    for (const { msgid, msgstr, comments } of Object.values(entries)) {
      const text = part === 'msgid' ? msgid : msgstr[0];
      if (KEY.test(key) && text && !comments?.flag?.includes('fuzzy')) texts[key] = text;
    }
  }
  return texts;
}

/** As text, because the parser would take a file that names no encoding for Latin-1. */
function parseCatalog(name: string, file: Buffer) {
  try {
    return po.parse(file.toString('utf8'));
  } catch (error) {
    throw new ConfigError(
      `${name} is no catalog in the form of PO: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

/** The messages of a translation. A message with a fault is left out. */
export function translate(language: string, english: English, translated: English) {
  const messages = new Map<string, Message>();
  const faults: string[] = [];
  for (const [key, text] of Object.entries(translated)) {
    const original = Object.hasOwn(english, key) ? english[key] : undefined;
    if (original === undefined) continue;
    try {
      const fault = findFault(original, text) ?? findForeignForm(compileMessage(text), language);
      if (fault === undefined) messages.set(key, compileMessage(text));
      else faults.push(`${key}: ${fault}`);
    } catch (error) {
      faults.push(`${key}: ${String(error)}`);
    }
  }
  return { messages, faults };
}

/** The words of the site, which every text with values may show. */
const SITE_WORDS = ['noun', 'nouns', 'aNoun', 'Noun', 'Nouns', 'siteName'];

/** English has three levels. A message that is nested for its own sake would fill the stack of whatever reads it. */
const LEVELS_MAX = 8;
/** A translation is longer than the English by a half, of a word by some letters. */
const lengthMax = (english: string) => 4 * english.length + 200;

/** What is wrong with a translation. @throws Error for a text that is no message. */
function findFault(english: string, translated: string): string | undefined {
  if (translated.length > lengthMax(english)) return 'the translation is much longer than the English';
  if (/[\0-\x09\x0B-\x1F\x7F]/.test(translated) || (translated.includes('\n') && !english.includes('\n')))
    return 'the translation has control characters or breaks of lines';
  if (/[\u202A-\u202E\u2066-\u2069]/.test(translated)) return 'the translation turns the direction of text';
  const foreign = (translated.match(/https?:\/\/[^\s<>{}]*/g) ?? []).find((url) => !english.includes(url));
  if (foreign !== undefined) return `the English has no ${foreign}`;
  const original = compileMessage(english);
  const message = compileMessage(translated);
  // Scripts say a text without values without the code that formats.
  if (typeof original === 'string')
    return typeof message === 'string' ? undefined : 'the English has no values';
  if (levelsOf(message) > LEVELS_MAX) return `the translation has more than ${LEVELS_MAX} levels`;
  return compareUses(usesIn(original), usesIn(message));
}

/** How a message uses a name: shown, as a tag, or as a choice with these forms. */
type Use = { count: number; choices: Map<1 | 2 | 3, Set<string>> };

/** @param english by name; tags as `<name>`. */
function compareUses(
  english: ReadonlyMap<string, Use>,
  translated: ReadonlyMap<string, Use>,
): string | undefined {
  for (const [name, { count, choices }] of translated) {
    const known = english.get(name);
    if (!known) {
      if (SITE_WORDS.includes(name) && choices.size === 0) continue;
      return `the English has no ${name}`;
    }
    if (name.startsWith('<') && count > known.count) return `${name} is there more often than in English`;
    const kind = [...choices.keys()].find((each) => !known.choices.has(each));
    if (kind !== undefined) return `${name} is another kind of choice in English`;
  }
  for (const [name, { choices }] of english) {
    const used = translated.get(name);
    if (!used && !SITE_WORDS.includes(name)) return `${name} is missing`;
    const lost = [...(choices.get(1) ?? [])].find((form) => !used?.choices.get(1)?.has(form));
    if (lost !== undefined) return `${name} has no form for ${lost}`;
  }
  return undefined;
}

const levelsOf = (message: Message | 0): number =>
  typeof message === 'object'
    ? 1 +
      message.reduce<number>((most, node) => {
        if (typeof node === 'string' || node === 0 || node.length === 1) return most;
        const inside = isChoice(node) ? Object.values(node[2]) : [childrenOf(node)];
        return Math.max(most, ...inside.map(levelsOf));
      }, 0)
    : 0;

function usesIn(message: Message): Map<string, Use> {
  const uses = new Map<string, Use>();
  const visit = (node: MessageNode) => {
    if (typeof node === 'string' || node === 0) return;
    const name = isChoice(node) || node.length === 1 ? node[0] : `<${node[0]}>`;
    const use = uses.get(name) ?? { count: 0, choices: new Map<1 | 2 | 3, Set<string>>() };
    uses.set(name, { ...use, count: use.count + 1 });
    if (!isChoice(node)) return childrenOf(node).forEach(visit);
    const [, kind, forms] = node;
    use.choices.set(kind, new Set([...(use.choices.get(kind) ?? []), ...Object.keys(forms)]));
    Object.values(forms).flat().forEach(visit);
  };
  [message].flat().forEach(visit);
  return uses;
}

/** A form of a plural that no number has in the language. */
export function findForeignForm(message: Message, language: string): string | undefined {
  for (const { kind, forms } of pluralsIn(message)) {
    const rules = new Intl.PluralRules(language, { type: kind === 2 ? 'cardinal' : 'ordinal' });
    const known: readonly string[] = rules.resolvedOptions().pluralCategories;
    const foreign = forms.find((form) => !form.startsWith('=') && !known.includes(form));
    if (foreign !== undefined) return `no number is “${foreign}” in ${language}`;
  }
  return undefined;
}

function pluralsIn(message: Message): { kind: number; forms: string[] }[] {
  return [message].flat().flatMap((node) => {
    if (typeof node === 'string' || node === 0) return [];
    if (!isChoice(node)) return node.length > 1 ? pluralsIn(childrenOf(node)) : [];
    const [, kind, forms] = node;
    const inside = Object.values(forms).flatMap((form) => (form === 0 ? [] : pluralsIn(form)));
    return kind === 1 ? inside : [{ kind, forms: Object.keys(forms) }, ...inside];
  });
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
