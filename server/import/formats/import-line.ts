import { OwnerError } from '@/server/errors';

/** One entry of a list as its file gives it, in plain text but not yet held to any limit. */
export type ImportEntry = {
  /** Where it stands in the file, from 1. */
  line: number;
  name: string;
  url: string;
  /** What the file says about it; empty when it says nothing. */
  text: string;
  /** More than one sentence's worth, shown below the text; empty when there is none. */
  details: string;
  /** Nearest heading first. */
  tags: readonly string[];
};

/** Something that looked like an entry and is not imported. */
export type SkippedLine = { line: number; reason: string };

export type ImportLine = ({ kind: 'entry' } & ImportEntry) | ({ kind: 'skipped' } & SkippedLine);

export const skipped = (line: number, reason: string): ImportLine => ({ kind: 'skipped', line, reason });

export const entry = (fields: ImportEntry): ImportLine => ({ kind: 'entry', ...fields });

/** The whole file cannot be read. */
export class UnreadableFile extends OwnerError {
  override readonly name = 'UnreadableFile';
}
