import type { PartKind, SkipKind } from '@/lib/contract/import';
import { PARTS } from '@/lib/contract/import-words';
import { cutChars } from '@/lib/contract/plain/text';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { type StoredText, withTexts } from '@/server/base/stored-text';
import { draftProduct, type ImportDraft } from './import-draft';
import type { ImportEntry, ImportLine } from './formats/import-line';
import type { LinkAccount } from './formats/link-account';
import { Repeats } from './repeats';
import { applyTagRules, type TagRule } from './tag-rules';
import { formatNumber } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';

/** Longer than any declared field takes. */
const EXTRA_CHARS_MAX = 5_000;
/** Further refused tags of a list are named at each entry that has them. */
const REFUSED_TAGS_MAX = 10_000;

/** The position of a line in a list. */
export type Place = {
  /** The file of a folder. Absent for a list that is one file. */
  file?: string;
  line: number;
};

export type SkippedRead = Place & { kind: 'skipped'; reason: StoredText; why: SkipKind; url?: string };

/** What a line of a list says: a product, a link that belongs to one, or why it is neither. */
export type ReadLine =
  | (Place & {
      kind: 'entry';
      draft: ImportDraft;
      notes: StoredText[];
      /** What is still to be read by the declared fields. */
      said: Pick<ImportEntry, 'marks' | 'values'> & { extras?: [name: string, text: string][] };
    })
  | (Place & { kind: 'part'; reason: StoredText; why: PartKind; url: string })
  | SkippedRead;

type ReaderOptions = {
  tagRules?: ReadonlyMap<string, TagRule>;
  /** Whether a column is read on. All are if it is not given. */
  isHandedOn?: (name: string) => boolean;
};

/** Reads the lines of a list in their order, for the terminal and the browser alike. */
export class LineReader {
  readonly #repeats = new Repeats();
  /** Tags that cannot be one, and were named. */
  readonly #refusedTags = new Set<string>();

  constructor(
    private readonly account: LinkAccount,
    private readonly options: ReaderOptions = {},
  ) {}

  /** @param file of a folder. */
  read(line: ImportLine, file?: string): ReadLine {
    const found = line.kind === 'part' ? line : applyTagRules(line, this.options.tagRules ?? new Map());
    const read = this.#read(found, file);
    if (line.kind === 'entry' && read.kind === 'skipped') this.account.refuse();
    return read;
  }

  #read(found: ImportLine, file?: string): ReadLine {
    const place = { ...(file !== undefined && { file }), line: found.line };
    const url = found.url === undefined ? {} : { url: cutChars(found.url, PRODUCT_LIMITS.urlCharsMax) };
    if (found.kind === 'skipped')
      return { kind: 'skipped', ...place, reason: found.reason, why: found.why, ...url };
    if (found.kind === 'part') {
      const reason = withTexts(
        text('readLine.place', '{part} of line {line}.', {
          part: '',
          line: formatNumber(found.entry.line),
        }),
        { part: PARTS[found.part] },
      );
      return { kind: 'part', ...place, reason, why: found.part, url: '', ...url };
    }
    const notes: StoredText[] = found.note === undefined ? [] : [found.note];
    const draft = draftProduct(found, (tag, reason) => {
      if (this.#refusedTags.has(tag)) return;
      if (this.#refusedTags.size < REFUSED_TAGS_MAX) this.#refusedTags.add(tag);
      notes.push(
        withTexts(
          text('readLine.tagLeftOut', 'The tag “{tag}” is left out here and below. {reason}', {
            tag,
            reason: '',
          }),
          { reason },
        ),
      );
    });
    if ('refusal' in draft)
      return { kind: 'skipped', ...place, reason: draft.refusal, why: 'unusable', ...url };
    const { extras, marks, values } = found;
    const taken = this.#repeats.take(draft, file);
    const { isHandedOn = () => true } = this.options;
    const cut = [...(extras ?? [])]
      .filter(([name]) => isHandedOn(name))
      .map(([name, value]): [string, string] => [name, value.slice(0, EXTRA_CHARS_MAX)]);
    const said = {
      ...(cut.length > 0 && { extras: cut }),
      ...(marks && { marks }),
      ...(values && { values }),
    };
    return { kind: 'entry', ...place, draft: taken.draft, notes: [...notes, ...taken.notes], said };
  }
}
