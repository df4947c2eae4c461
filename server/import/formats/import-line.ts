import type { FieldValue } from '@/lib/contract/field';
import type { PartKind, SkipKind } from '@/lib/contract/import';
import { OwnerError } from '@/server/base/errors';
import { type StoredText, sayStored } from '@/server/base/stored-text';

/** One entry of a list, in plain text, before any limit is applied. */
export type ImportEntry = {
  /** Line number in the file, from 1. */
  line: number;
  name: string;
  url: string;
  /** The description in the file; empty if there is none. */
  text: string;
  /** Longer text, shown below `text`; empty if there is none. */
  details: string;
  /** Markdown, taken as it is. Absent: made from the other texts. */
  description?: string;
  /** Nearest heading first. */
  tags: readonly string[];
  /** When the source listed the entry; absent if the file has no date. */
  listedAt?: Date;
  /** Everything else that a record says, by the name of its column or key. Absent without any. */
  extras?: ReadonlyMap<string, string>;
  /** Values of fields, by key. Absent without any. */
  values?: Readonly<Record<string, FieldValue>>;
  /** The last part of the path of its page in another directory. */
  slug?: string;
  /** Paths or links of its pages in the system that the list comes from. Absent without any. */
  oldPaths?: readonly string[];
  /** Words at the end of a line that name no field: `MIT`, `Docker`. Absent without any. */
  marks?: readonly string[];
  /** Its owner keeps it from others. `readImport` skips it unless a person chooses otherwise. */
  isPrivate?: boolean;
  /** How the entry was read, if that was a guess. */
  note?: StoredText;
};

/** A link that belongs to an entry, such as one to its source code. */
export type LinkPart = {
  /** Line of the link. */
  line: number;
  /** Line and link of the entry. */
  entry: { line: number; url: string };
  url: string;
  part: PartKind;
};

/** A line or link that is not imported. */
export type SkippedLine = {
  line: number;
  reason: StoredText;
  why: SkipKind;
  /** Absent for a line without a link to a website. */
  url?: string;
};

export type ImportLine =
  ({ kind: 'entry' } & ImportEntry) | ({ kind: 'part' } & LinkPart) | ({ kind: 'skipped' } & SkippedLine);

/** What a list says of itself: its entries, and what is not imported. */
export type ListedLine = Exclude<ImportLine, { kind: 'part' }>;

export const skipped = (
  line: number,
  reason: StoredText,
  why: SkipKind = 'unreadable',
  url?: string,
): ImportLine => ({
  kind: 'skipped',
  line,
  reason,
  why,
  ...(url !== undefined && { url }),
});

export const entry = (fields: ImportEntry): ImportLine => ({ kind: 'entry', ...fields });

export const part = (fields: LinkPart): ImportLine => ({ kind: 'part', ...fields });

/** The whole file cannot be read. */
export class UnreadableFile extends OwnerError {
  override readonly name = 'UnreadableFile';
  override readonly isLogged = false;

  constructor(readonly text: StoredText) {
    super(sayStored(text));
  }
}
