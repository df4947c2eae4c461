import { isUtf8 } from 'node:buffer';
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
import { translate } from './translations';

/** The catalogs: a file for each language, and the English that all of them translate. */
const TEXTS_FOLDER = path.join(PACKAGE_FOLDER, 'texts');
/** The catalog without a translation. */
export const ENGLISH_FILE = path.join(TEXTS_FOLDER, 'texts.pot');

type Loaded = {
  /** Undefined for a catalog that translates nothing. */
  catalog: Catalog | undefined;
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
      : translate(language, english, readCatalogFile(file, translated ?? Buffer.alloc(0), 'msgstr', english));
    const missing = Object.keys(english).length - messages.size;
    if (missing > 0)
      faults.push(`${missing} of ${Object.keys(english).length} texts have no translation in ${file}.`);
    if (messages.size === 0) return { catalog: undefined, faults };
    const catalog = createCatalog(language, messages, english);
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

/** @param english what is missing stays English. */
export function createCatalog(
  language: string,
  translated: ReadonlyMap<string, Message>,
  english: English = {},
): Catalog {
  const { script = '' } = new Intl.Locale(language).maximize();
  const direction = RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
  const messages = direction === 'ltr' ? translated : mirror(translated, english);
  const hash = createHash('sha256')
    .update(JSON.stringify([...messages]))
    .digest('hex')
    .slice(0, 8);
  return {
    language,
    direction,
    prefix: `/l/${language}-${hash}`,
    messages,
  };
}

const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** The messages of a language that reads from the right, and the English ones among them from the left. */
const mirror = (translated: ReadonlyMap<string, Message>, english: English) =>
  new Map([
    ...mapEnglish(english, (message) =>
      typeof message === 'string' ? `\u2066${message}\u2069` : ['\u2066', ...message, '\u2069'],
    ),
    ...[...translated].map(([key, message]) => [key, isolateHandles(message)] as const),
  ]);

/** Keeps the sign of `@{handle}` before the handle, with U+2068 and U+2069, which are invisible. */
function isolateHandles(message: Message): Message {
  if (typeof message === 'string') return message;
  const isHandle = (at: number) => {
    const [sign, value] = [message[at], message[at + 1]];
    return typeof sign === 'string' && sign.endsWith('@') && typeof value === 'object' && value.length === 1;
  };
  return message.flatMap((node, index): MessageNode[] => {
    if (typeof node === 'string') return [isHandle(index) ? node.replace(/@$/, '\u2068@') : node];
    if (node === 0) return [node];
    if (node.length === 1) return isHandle(index - 1) ? [node, '\u2069'] : [node];
    if (!isChoice(node)) return [[node[0], ...[isolateHandles(childrenOf(node))].flat()]];
    const [name, kind, forms] = node;
    const isolated = Object.entries(forms).map(([form, inner]) => [
      form,
      inner === 0 ? 0 : isolateHandles(inner),
    ]);
    return [[name, kind, Object.fromEntries(isolated)]];
  });
}

/** A catalog of all texts has half a megabyte. */
const FILE_BYTES_MAX = 8_000_000;

/**
 * The texts of a catalog file by key, but for those that are missing, that a translator has yet to look at, or that translate
 * another English.
 *
 * @throws ConfigError naming the file.
 */
export function readCatalogFile(
  name: string,
  file: Buffer,
  part: 'msgid' | 'msgstr',
  english?: English,
): English {
  if (file.length > FILE_BYTES_MAX)
    throw new ConfigError(
      `${name} is larger than ${FILE_BYTES_MAX / 1_000_000} MB, the most that a catalog may have.`,
    );
  const texts: English = {};
  for (const [key, entries] of Object.entries(parseCatalog(name, file).translations)) {
    for (const { msgid, msgstr, comments } of Object.values(entries)) {
      const text = part === 'msgid' ? msgid : msgstr[0];
      const isOld = english !== undefined && english[key] !== msgid;
      if (KEY.test(key) && text && !isOld && !comments?.flag?.includes('fuzzy')) texts[key] = text;
    }
  }
  return texts;
}

/** As text, because the parser would take a file that names no encoding for Latin-1. */
export function parseCatalog(name: string, file: Buffer) {
  if (!isUtf8(file)) throw new ConfigError(`${name} is not in UTF-8, as a catalog must be.`);
  try {
    return po.parse(file.toString('utf8'));
  } catch (error) {
    throw new ConfigError(
      `${name} is no catalog in the form of PO: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

async function readIfPresent(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
