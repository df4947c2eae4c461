import type { ImportFormat } from '@/lib/contract/import';
import { type StoredText, withTexts } from '@/server/base/stored-text';
import { type ImportLine, UnreadableFile } from './formats/import-line';
import { formatNumber } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';

/** Fewer names may well be alike. */
const NAMES_MIN = 10;
const SAME_NAME_SHARE = 0.5;
/** The terminal stores the first entries before it has read the last. */
const JUDGED_EVERY = 200;

/** Notices that a file was read as what it is not: nothing was found, or most names are the same word. */
export class ListSense {
  readonly #counts = new Map<string, number>();
  #entryCount = 0;
  #isPrivate = false;
  #firstSkipped: { line: number; reason: StoredText } | undefined;

  constructor(private readonly format: ImportFormat) {}

  /** @throws UnreadableFile if most names so far are the same word. */
  note(line: ImportLine): void {
    if (line.kind === 'entry') {
      this.#entryCount += 1;
      const name = line.name.toLowerCase();
      // Names that come late are not those of most entries.
      if (this.#counts.size < 1_000 || this.#counts.has(name))
        this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
      if (this.#entryCount % JUDGED_EVERY === 0) this.#requireNames();
    } else if (line.kind === 'skipped') {
      if (line.why === 'private') this.#isPrivate = true;
      this.#firstSkipped ??= { line: line.line, reason: line.reason };
    }
  }

  #requireNames(): void {
    if (this.#entryCount < NAMES_MIN) return;
    for (const [name, count] of this.#counts) {
      if (count <= this.#entryCount * SAME_NAME_SHARE || /\s/.test(name)) continue;
      throw new UnreadableFile(
        text(
          'listSense.sameNames',
          '{count} of {entries} entries would be called “{name}”, so the file is not what it was read as ({format}). Choose another format, or say which columns are what.',
          {
            count: formatNumber(count),
            entries: formatNumber(this.#entryCount),
            name,
            format: this.format,
          },
        ),
      );
    }
  }

  /** @throws UnreadableFile if the whole list has nothing to import, or most names are the same word. */
  requireEntries(): void {
    this.#requireNames();
    // What is private can still be chosen.
    if (this.#entryCount > 0 || this.#isPrivate) return;
    const said = { format: this.format, forms: '' };
    throw new UnreadableFile(
      this.#firstSkipped
        ? withTexts(
            text(
              'listSense.noEntryButLine',
              'No entry was found. The file was read as {format}. The first line that did not fit is line {line}: {reason} What can be read: {forms}.',
              { ...said, line: formatNumber(this.#firstSkipped.line), reason: '' },
            ),
            { forms: FORMS, reason: this.#firstSkipped.reason },
          )
        : withTexts(
            text(
              'listSense.noEntry',
              'No entry was found. The file was read as {format}. What can be read: {forms}.',
              said,
            ),
            { forms: FORMS },
          ),
    );
  }
}

const FORMS = text(
  'listSense.forms',
  'awesome lists in Markdown or HTML, CSV, JSON, JSON Lines, YAML, TOML, OPML, and bookmarks as browsers and their managers export them',
);
