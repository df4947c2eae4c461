import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type GetTextTranslation, po } from 'gettext-parser';
import type { FoundText } from '@/host/texts/find-texts';
import { listTexts } from '@/host/texts/read-sources';

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
  for (const { key, english, file, line, place, comment } of found) {
    const entry = entries.get(key) ?? { key, english, comment: '', places: [] };
    const said = [...new Set([...entry.comment.split('\n'), place, comment])].filter((part) => part !== '');
    entry.comment = said.join('\n');
    // Without the line, which changes with everything above.
    entry.places = [...new Set([...entry.places, file])];
    if (entry.english !== english) throw new Error(`${file}:${line}: the key ${key} has two texts.`);
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
          previous: isOld && old && old.msgid !== english ? `msgid ${JSON.stringify(old.msgid)}` : '',
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

/** The entries of a catalog, without its head. */
export const readEntries = (text: string): GetTextTranslation[] =>
  Object.entries(po.parse(text).translations).flatMap(([key, entries]) =>
    key === '' ? [] : Object.values(entries),
  );

/** The catalogs as they should be, by file. */
export async function documentTexts(): Promise<Map<string, string>> {
  const entries = entriesOf(await listTexts());
  const catalogs = new Map([[ENGLISH_CATALOG, writeCatalog(entries, '', [])]]);
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.po'))) {
    const file = path.posix.join(FOLDER, name);
    const text = readFileSync(file, 'utf8');
    catalogs.set(
      file,
      writeCatalog(entries, path.parse(name).name, readEntries(text), po.parse(text).headers),
    );
  }
  return catalogs;
}

if (process.argv.includes('--write')) {
  for (const [file, text] of await documentTexts()) {
    writeFileSync(file, text);
    const entries = readEntries(text);
    const done = entries.filter(({ msgstr, comments }) => msgstr[0] && !comments?.flag);
    process.stdout.write(
      `${file}: ${entries.length} texts${file.endsWith('.po') ? `, ${done.length} translated` : ''}\n`,
    );
  }
}
