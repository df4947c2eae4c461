import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { basename } from 'node:path';
import type { ImportCounts, SkipKind } from '@/lib/contract/import';
import type { createExtrasReader } from '@/server/commands/imports/import-fields';
import type { ImportOutcome } from '@/server/commands/imports/import-products';
import type { ImportLine } from '@/server/import/formats/import-line';
import { LinkAccount } from '@/server/import/formats/link-account';
import type { ImportDraft } from '@/server/import/import-draft';
import type { Decision } from '@/server/import/import-report';
import type { ListSense } from '@/server/import/list-sense';
import { sayInEnglish } from '@/server/base/stored-text';
import { LineReader, type Place } from '@/server/import/read-line';

/** Products per request to the running site. */
const BATCH_SIZE = 200;

/** Lines that are kept of each kind to be shown. Further ones are only counted. */
const SHOWN_MAX = 10;

export type SaidLine = Place & { reason: string };
type SaidLines = { count: number; first: SaidLine[] };

/** A line of a list, or of a file of a folder. */
export type SourceLine = ImportLine & { file?: string };

type RunOptions = {
  importBatch: (drafts: ImportDraft[]) => Promise<ImportOutcome[]>;
  onProgress?: (line: number) => void;
  account?: LinkAccount;
  readExtras?: ReturnType<typeof createExtrasReader>;
  sense?: ListSense;
  isReported?: boolean;
};

/** What is being stored: the draft, and the decision about it. */
type Batch = { draft: ImportDraft; decision: Decision }[];

/** One import, with the counts so far and the reasons for skipped lines. */
export class ImportRun {
  readonly counts: ImportCounts = { added: 0, updated: 0, listed: 0, skipped: 0 };
  readonly skipped = new Map<SkipKind, SaidLines>();
  /** What was left out of products that were imported, and which entries are repeats. */
  readonly notes: SaidLines = { count: 0, first: [] };
  readonly #decisions: Decision[] = [];
  readonly #reader: LineReader;
  #batch: Batch = [];

  constructor(private readonly options: RunOptions) {
    this.#reader = new LineReader(options.account ?? new LinkAccount());
  }

  /** Of every line that was decided, in the order of the list. Only for a report. */
  get decisions(): Decision[] {
    const waiting = new Set(this.#batch.map(({ decision }) => decision));
    return this.#decisions.filter((decision) => !waiting.has(decision));
  }

  /**
   * Imports entries in batches as they are read.
   *
   * @param isStopped checked between entries. Stored batches stay stored.
   */
  async importAll(lines: AsyncIterable<SourceLine>, isStopped: () => boolean): Promise<void> {
    const { sense } = this.options;
    for await (const line of lines) {
      sense?.note(line);
      this.#take(line);
      if (this.#batch.length >= BATCH_SIZE) await this.#flush();
      if (isStopped()) return;
    }
    sense?.requireEntries();
    await this.#flush();
  }

  #take(line: SourceLine): void {
    const read = this.#reader.read(line, line.file);
    const { kind, line: number, file } = read;
    const place: Place = { ...(file !== undefined && { file }), line: number };
    if (kind !== 'entry') {
      const { why, url } = read;
      const reason = sayInEnglish(read.reason);
      this.#note({ ...place, outcome: kind, kind: why, ...(url !== undefined && { url }), reason });
      if (read.kind === 'skipped') this.#skip(read.why, { ...place, reason });
      return;
    }
    const { draft, said } = read;
    const { values = {}, problems = [] } = this.options.readExtras?.(said) ?? {};
    const notes = [...read.notes, ...problems].map(sayInEnglish);
    for (const reason of notes) keep(this.notes, { ...place, reason });
    const { name, url, tags } = draft;
    const decision = {
      ...place,
      outcome: 'added' as const,
      name,
      url,
      tags,
      ...(notes.length > 0 && { notes }),
    };
    this.#note(decision);
    this.#batch.push({ draft: { ...draft, values }, decision });
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    const outcomes = await this.options.importBatch(batch.map(({ draft }) => draft));
    this.#batch = [];
    for (const [index, { decision }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome) this.#settle(decision, outcome);
    }
    this.options.onProgress?.(batch.at(-1)?.draft.line ?? 0);
  }

  #settle(decision: Decision, outcome: ImportOutcome): void {
    decision.outcome = outcome.outcome;
    if ('reason' in outcome && outcome.reason !== undefined) decision.reason = sayInEnglish(outcome.reason);
    if (outcome.outcome !== 'skipped') {
      this.counts[outcome.outcome] += 1;
      return;
    }
    decision.kind = 'refused';
    const { file, line } = decision;
    this.#skip('refused', {
      ...(file !== undefined && { file }),
      line,
      reason: sayInEnglish(outcome.reason),
    });
  }

  #note(decision: Decision): void {
    if (this.options.isReported) this.#decisions.push(decision);
  }

  #skip(kind: SkipKind, said: SaidLine): void {
    this.counts.skipped += 1;
    const lines = this.skipped.get(kind) ?? { count: 0, first: [] };
    this.skipped.set(kind, lines);
    keep(lines, said);
  }
}

function keep(lines: SaidLines, said: SaidLine): void {
  lines.count += 1;
  if (lines.first.length < SHOWN_MAX) lines.first.push(said);
}

/** As a report names a source: like the browser, which knows no folders. */
export function sourceNameOf(given: string): string {
  if (given === '-') return 'Standard input';
  return canParseURL(given) ? given : basename(given);
}
