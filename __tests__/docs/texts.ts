import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type GetTextTranslation, po } from 'gettext-parser';
import { parseCatalog, readCatalogFile } from '@/host/texts/catalogs';
import type { FoundText } from '@/host/texts/find-texts';
import { findFaults, listTexts } from '@/host/texts/read-sources';
import { translate } from '@/host/texts/translations';

/**
 * Collects the texts of the sources into `texts/texts.pot`, and brings them into the catalog of each language: a new text is
 * empty, a text with changed English is fuzzy, and a text that no source says any more is left out.
 */
const FOLDER = 'texts';
export const ENGLISH_CATALOG = `${FOLDER}/texts.pot`;

/** A text, with every place that says it. */
export type Entry = { key: string; english: string; comment: string; places: string[] };

export function entriesOf(found: readonly FoundText[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { key, english, file, place, comment } of found) {
    const entry = entries.get(key) ?? { key, english, comment: '', places: [] };
    const said = [...new Set([...entry.comment.split('\n'), place, comment])].filter((part) => part !== '');
    entry.comment = said.join('\n');
    // Without the line, which changes with everything above.
    entry.places = [...new Set([...entry.places, file])];
    entries.set(key, entry);
  }
  return [...entries.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** A catalog of these texts. @param known the translations so far. @param head what translators' tools have written above them. */
export function writeCatalog(
  entries: readonly Entry[],
  language: string,
  known: Iterable<GetTextTranslation>,
  head: Readonly<Record<string, string>> = {},
): string {
  const before = new Map([...known].map((entry) => [entry.msgctxt ?? '', entry]));
  const translations: Record<string, Record<string, GetTextTranslation>> = {};
  for (const { key, english, comment, places } of entries) {
    const old = before.get(key);
    const translated = old?.msgstr[0] ?? '';
    const isOld =
      translated !== '' && (old?.msgid !== english || (old.comments?.flag ?? '').includes('fuzzy'));
    const flags = [/[{<]/.test(english) && 'icu-message-format', isOld && 'fuzzy'].filter(
      (flag) => flag !== false,
    );
    translations[key] = {
      [english]: {
        msgctxt: key,
        msgid: english,
        msgstr: [translated],
        comments: {
          translator: old?.comments?.translator ?? '',
          extracted: comment,
          reference: places.join('\n'),
          flag: flags.join(', '),
          previous: isOld && old ? previousOf(old, english) : '',
        },
      },
    };
  }
  // Without the time at which texts were collected, which would change the file each time.
  const headers = {
    'Project-Id-Version': 'Listgrove',
    ...{ 'PO-Revision-Date': '', 'Last-Translator': '', 'Language-Team': '' },
    ...head,
    Language: language || 'en',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
  };
  const data = { charset: 'utf-8', headers, translations };
  return `${po.compile(data, { foldLength: 0, eol: '\n' }).toString().trimEnd()}\n`;
}

/** The English that a translation was written for, which the change of the English since then may have passed over. */
function previousOf({ msgid, comments }: GetTextTranslation, english: string): string {
  const known = comments?.previous ?? '';
  return known === '' && msgid !== english ? `msgid ${JSON.stringify(msgid)}` : known;
}

/** The entries of a catalog, without its head. */
export const readEntries = (text: string, file = ''): GetTextTranslation[] =>
  Object.entries(parseCatalog(file, Buffer.from(text)).translations).flatMap(([key, entries]) =>
    key === '' ? [] : Object.values(entries),
  );

/** The catalogs as they should be, by file. */
export function documentTexts(entries: readonly Entry[]): Map<string, string> {
  const catalogs = new Map([[ENGLISH_CATALOG, writeCatalog(entries, '', [])]]);
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.po'))) {
    const file = path.posix.join(FOLDER, name);
    const text = readFileSync(file, 'utf8');
    const { headers } = parseCatalog(file, Buffer.from(text));
    catalogs.set(file, writeCatalog(entries, path.parse(name).name, readEntries(text, file), headers));
  }
  return catalogs;
}

/** How a catalog differs from what it should be. */
export function findStale(file: string, kept: string, wanted: string): string[] {
  if (kept === wanted) return [];
  const [before, after] = [kept, wanted].map(
    (text) => new Map(readEntries(text, file).map(({ msgctxt = '', msgid }) => [msgctxt, msgid])),
  );
  const stale = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].flatMap((key) => {
    if (before?.get(key) === after?.get(key)) return [];
    if (!before?.has(key)) return [`${file}: ${key} is missing`];
    return [`${file}: ${key} ${after?.has(key) ? 'has another English' : 'is said by no source'}`];
  });
  return stale.length > 0 ? stale : [`${file}: its comments or its head are not up to date`];
}

/** The translations that the site would not take, and why. Texts that a translator has yet to look at are none. */
export const findUnusable = (file: string, text: string, entries: readonly Entry[]): string[] =>
  translate(
    path.parse(file).name,
    Object.fromEntries(entries.map(({ key, english }) => [key, english])),
    readCatalogFile(file, Buffer.from(text), 'msgstr'),
  ).faults.map((fault) => `${file}: ${fault}`);

/** Writes the catalogs. @throws Error for a fault of the sources, before anything is written. */
export async function collectTexts(): Promise<string[]> {
  const found = await listTexts();
  const faults = findFaults(found);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const entries = entriesOf(found);
  return [...documentTexts(entries)].flatMap(([file, text]) => {
    writeFileSync(file, text);
    const unusable = findUnusable(file, text, entries);
    const done = Object.keys(readCatalogFile(file, Buffer.from(text), 'msgstr')).length - unusable.length;
    const translated = file.endsWith('.po') ? `, ${done} translated` : '';
    return [`${file}: ${entries.length} texts${translated}`, ...unusable];
  });
}

if (process.argv.includes('--write')) {
  try {
    process.stdout.write(`${(await collectTexts()).join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
