import type { ImportOutcome } from '@/server/commands/imports/import-products';
import { type ImportDraft, draftProduct } from '@/server/import/import-draft';
import type { createExtrasReader } from '@/server/commands/imports/import-fields';
import type { ImportLine } from '@/server/import/formats/import-line';
import { Repeats, sayRepeat } from '@/server/import/repeats';
import type { ListSense } from '@/server/import/list-sense';

/** What becomes of one line of a file. */
export type Decision = {
  line: number;
  outcome: 'added' | 'updated' | 'listed' | 'skipped' | 'part';
  name?: string;
  url?: string;
  tags?: readonly string[];
  reason?: string;
};

export type ImportCounts = { added: number; updated: number; listed: number; skipped: number };

/** Products per request to the running site. */
const BATCH_SIZE = 200;

/** Skipped lines that are kept for the summary. Further ones are only counted. */
const SKIPPED_KEPT_MAX = 1_000;

type SaidLine = { line: number; reason: string; url?: string };

/** One import, with the counts so far and the reasons for skipped lines. */
export class ImportRun {
  readonly counts: ImportCounts = { added: 0, updated: 0, listed: 0, skipped: 0 };
  readonly skipped: SaidLine[] = [];
  /** What was left out of products that were imported. */
  readonly leftOut: SaidLine[] = [];
  /** Of every line. Kept only for a report. */
  readonly decisions: Decision[] = [];
  readonly #repeats = new Repeats();
  #batch: ImportDraft[] = [];

  constructor(
    private readonly importBatch: (drafts: ImportDraft[]) => Promise<ImportOutcome[]>,
    private readonly onProgress: (line: number) => void,
    private readonly readExtras?: ReturnType<typeof createExtrasReader>,
    private readonly options: { sense?: ListSense; isReported?: boolean } = {},
  ) {}

  /**
   * Imports entries in batches as they are read.
   *
   * @param isStopped checked between entries. Stored batches stay stored.
   */
  async importAll(lines: AsyncIterable<ImportLine>, isStopped: () => boolean): Promise<void> {
    for await (const line of lines) {
      this.options.sense?.note(line);
      this.#take(line);
      if (this.#batch.length >= BATCH_SIZE) await this.#flush();
      if (isStopped()) return;
    }
    this.options.sense?.requireEntries();
    await this.#flush();
  }

  #take(line: ImportLine): void {
    if (line.kind === 'part') {
      this.#note({ line: line.line, outcome: 'part', url: line.url, reason: line.part });
      return;
    }
    if (line.kind === 'skipped') {
      this.#skip(line);
      return;
    }
    const draft = draftProduct(line);
    if (typeof draft === 'string') {
      this.#skip({ line: line.line, reason: draft, url: line.url });
      return;
    }
    const { draft: taken, firstLine } = this.#repeats.take(draft);
    const { values = {}, problems = [] } = this.readExtras?.(line) ?? {};
    const notes = [...(firstLine === undefined ? [] : [sayRepeat(firstLine)]), ...problems];
    const room = SKIPPED_KEPT_MAX - this.leftOut.length;
    this.leftOut.push(...notes.slice(0, room).map((reason) => ({ line: line.line, reason })));
    this.#batch.push({ ...taken, values });
  }

  async #flush(): Promise<void> {
    const drafts = this.#batch;
    if (drafts.length === 0) return;
    this.options.sense?.requireNames();
    for (const [index, outcome] of (await this.importBatch(drafts)).entries())
      this.#count(outcome, drafts[index]);
    this.#batch = [];
    this.onProgress(drafts.at(-1)?.line ?? 0);
  }

  #count(outcome: ImportOutcome, draft: ImportDraft | undefined): void {
    if (outcome.outcome === 'skipped') {
      this.#skip(outcome);
      return;
    }
    this.counts[outcome.outcome] += 1;
    if (draft) this.#note({ ...outcome, name: draft.name, url: draft.url, tags: draft.tags });
  }

  #note(decision: Decision): void {
    if (this.options.isReported) this.decisions.push(decision);
  }

  #skip({ line, reason, url }: SaidLine): void {
    this.#note({ line, outcome: 'skipped', ...(url !== undefined && { url }), reason });
    this.counts.skipped += 1;
    if (this.skipped.length < SKIPPED_KEPT_MAX) this.skipped.push({ line, reason });
  }
}

type Output = { isTTY?: boolean; columns?: number; write: (text: string) => unknown };

const BAR_CHARS = 24;
const DRAW_EVERY_MS = 100;
/** Output that is not a terminal gets a new line each time, so fewer of them. */
const LINE_EVERY_MS = 2_000;

/** Shows the progress of an import: one line that is redrawn on a terminal, or a line every few seconds. */
export class Progress {
  #shownAtMs = 0;
  #hasBar = false;

  constructor(
    private readonly output: Output,
    private readonly now: () => number = Date.now,
  ) {}

  /** @param fraction from 0 to 1; undefined when the total is unknown. */
  show(counts: ImportCounts, fraction: number | undefined): void {
    const everyMs = this.output.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS;
    if (this.now() - this.#shownAtMs < everyMs) return;
    this.#shownAtMs = this.now();
    const figures = describeCounts(counts);
    if (!this.output.isTTY) {
      this.output.write(`${fraction === undefined ? '' : `${percent(fraction)}: `}${figures}\n`);
      return;
    }
    const bar = fraction === undefined ? '' : `${drawBar(fraction)} ${percent(fraction)}  `;
    this.output.write(`\r\u001B[2K${`${bar}${figures}`.slice(0, (this.output.columns ?? 80) - 1)}`);
    this.#hasBar = true;
  }

  /** Removes the bar from the terminal, so that the next output starts on a clean line. */
  clear(): void {
    if (this.#hasBar) this.output.write('\r\u001B[2K');
    this.#hasBar = false;
  }
}

export function describeCounts({ added, updated, listed, skipped }: ImportCounts): string {
  const figure = (count: number) => count.toLocaleString('en');
  return `${figure(added)} added, ${figure(updated)} updated, ${figure(listed)} already listed, ${figure(skipped)} skipped`;
}

const percent = (fraction: number): string => `${Math.floor(fraction * 100)} %`;

function drawBar(fraction: number): string {
  const full = Math.round(fraction * BAR_CHARS);
  return `[${'█'.repeat(full)}${'░'.repeat(BAR_CHARS - full)}]`;
}
