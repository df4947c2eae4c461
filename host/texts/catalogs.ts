import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { po } from 'gettext-parser';
import { PACKAGE_FOLDER } from '@/host/folders';
import { compileMessage } from '@/lib/texts/compile';
import type { Catalog } from '@/lib/texts/language';
import { childrenOf, isChoice, type Message, type MessageNode } from '@/lib/texts/message';
import { hasErrorCode } from '@/server/base/errors';
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
      ? readCatalogFile(await readFile(ENGLISH_FILE), 'msgid')
      : await readEnglish();
    const { messages, faults } = pseudo
      ? { messages: mapEnglish(english, pseudo), faults: [] }
      : translate(language, english, readCatalogFile(translated ?? Buffer.alloc(0), 'msgstr'));
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

/** The texts of a catalog file by key, but for those that are missing or that a translator has yet to look at. */
function readCatalogFile(file: Buffer, part: 'msgid' | 'msgstr'): English {
  const texts: English = {};
  for (const [key, entries] of Object.entries(po.parse(file).translations)) {
    for (const { msgid, msgstr, comments } of Object.values(entries)) {
      const text = part === 'msgid' ? msgid : msgstr[0];
      if (key !== '' && text && !comments?.flag?.includes('fuzzy')) texts[key] = text;
    }
  }
  return texts;
}

/** The messages of a translation. A message with a fault is left out. */
export function translate(language: string, english: English, translated: English) {
  const messages = new Map<string, Message>();
  const faults: string[] = [];
  for (const [key, text] of Object.entries(translated)) {
    const original = english[key];
    if (original === undefined) continue;
    try {
      const message = compileMessage(text);
      const fault = findFault(compileMessage(original), message) ?? findForeignForm(message, language);
      if (fault === undefined) messages.set(key, message);
      else faults.push(`${key}: ${fault}`);
    } catch (error) {
      faults.push(`${key}: ${String(error)}`);
    }
  }
  return { messages, faults };
}

/** The words of the site, which every text with values may name. */
const SITE_WORDS = ['noun', 'nouns', 'aNoun', 'Noun', 'Nouns', 'siteName'];

/** What is wrong with a translation that is a valid message. */
function findFault(english: Message, translated: Message): string | undefined {
  // Scripts say a text without values without the code that formats.
  if (typeof english === 'string' && typeof translated !== 'string') return 'the English has no values';
  const known = namesIn(english);
  const used = namesIn(translated);
  const unknown = [...used].find((name) => !known.has(name) && !SITE_WORDS.includes(name));
  if (unknown !== undefined) return `the English has no ${unknown}`;
  const missing = [...known].find((name) => name.startsWith('<') && !used.has(name));
  return missing === undefined ? undefined : `${missing} is missing`;
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

/** The values of a message by name, and its tags as `<name>`. */
function namesIn(message: Message): Set<string> {
  const names = new Set<string>();
  const visit = (node: MessageNode) => {
    if (typeof node === 'string' || node === 0) return;
    const [name] = node;
    if (isChoice(node)) Object.values(node[2]).flat().forEach(visit);
    else if (node.length > 1) childrenOf(node).forEach(visit);
    names.add(isChoice(node) || node.length === 1 ? name : `<${name}>`);
  };
  [message].flat().forEach(visit);
  return names;
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
