import type { ImportOutcome } from '@/server/commands/imports/import-products';
import { type ImportDraft, draftProduct } from '@/server/import/import-draft';
import type { createExtrasReader } from '@/server/commands/imports/import-fields';
import type { ImportLine, SkippedLine } from '@/server/import/formats/import-line';

export type ImportCounts = { added: number; updated: number; listed: number; skipped: number };

/** Products per request to the running site. */
const BATCH_SIZE = 200;

/** Skipped lines that are kept for the summary. Further ones are only counted. */
const SKIPPED_KEPT_MAX = 1_000;

/** One import, with the counts so far and the reasons for skipped lines. */
export class ImportRun {
  readonly counts: ImportCounts = { added: 0, updated: 0, listed: 0, skipped: 0 };
  readonly skipped: SkippedLine[] = [];
  /** What was left out of products that were imported. */
  readonly leftOut: SkippedLine[] = [];
  readonly #seen = new Set<string>();
  #batch: ImportDraft[] = [];

  constructor(
    private readonly importBatch: (drafts: ImportDraft[]) => Promise<ImportOutcome[]>,
    private readonly onProgress: (line: number) => void,
    private readonly readExtras?: ReturnType<typeof createExtrasReader>,
  ) {}

  /**
   * Imports entries in batches as they are read.
   *
   * @param isStopped checked between entries. Stored batches stay stored.
   */
  async importAll(lines: AsyncIterable<ImportLine>, isStopped: () => boolean): Promise<void> {
    for await (const line of lines) {
      this.#take(line);
      if (this.#batch.length >= BATCH_SIZE) await this.#flush();
      if (isStopped()) return;
    }
    await this.#flush();
  }

  #take(line: ImportLine): void {
    if (line.kind === 'skipped') {
      this.#skip(line.line, line.reason);
      return;
    }
    const draft = draftProduct(line);
    if (typeof draft === 'string') {
      this.#skip(line.line, draft);
      return;
    }
    const isRepeat = this.#seen.has(draft.canonicalURL);
    this.#seen.add(draft.canonicalURL);
    const { values = {}, problems = [] } = this.readExtras?.(line) ?? {};
    const room = SKIPPED_KEPT_MAX - this.leftOut.length;
    this.leftOut.push(...problems.slice(0, room).map((reason) => ({ line: line.line, reason })));
    this.#batch.push({ ...draft, isRepeat, values });
  }

  async #flush(): Promise<void> {
    const drafts = this.#batch;
    if (drafts.length === 0) return;
    for (const outcome of await this.importBatch(drafts)) this.#count(outcome);
    this.#batch = [];
    this.onProgress(drafts.at(-1)?.line ?? 0);
  }

  #count(outcome: ImportOutcome): void {
    if (outcome.outcome === 'skipped') this.#skip(outcome.line, outcome.reason);
    else this.counts[outcome.outcome] += 1;
  }

  #skip(line: number, reason: string): void {
    this.counts.skipped += 1;
    if (this.skipped.length < SKIPPED_KEPT_MAX) this.skipped.push({ line, reason });
  }
}
