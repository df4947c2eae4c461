import type { ImportCounts } from '@/lib/contract/import';

export type Output = { isTTY?: boolean; columns?: number; write: (text: string) => unknown };

const BAR_CHARS = 24;
const DRAW_EVERY_MS = 100;
/** Output that is not a terminal gets a new line each time, so fewer of them. */
const LINE_EVERY_MS = 2_000;

/** Shows the progress of an import: one line that is redrawn on a terminal, or a line every few seconds. */
export class Progress {
  #shownAtMs = 0;
  #readFromMs: number | undefined;
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
    this.#draw(fraction, figures);
  }

  /**
   * Shows that the list is being read, before anything of it is stored.
   *
   * @param fraction from 0 to 1; undefined while a format is read as a whole.
   */
  read(fraction: number | undefined): void {
    this.#readFromMs ??= this.now();
    const shownAtMs = this.output.isTTY ? this.#shownAtMs : Math.max(this.#shownAtMs, this.#readFromMs);
    if (this.now() - shownAtMs < (this.output.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS)) return;
    this.#shownAtMs = this.now();
    if (this.output.isTTY) this.#draw(fraction, 'Reading …');
    else this.output.write(`${fraction === undefined ? '' : `${percent(fraction)}: `}Reading …\n`);
  }

  #draw(fraction: number | undefined, said: string): void {
    const bar = fraction === undefined ? '' : `${drawBar(fraction)} ${percent(fraction)}  `;
    this.output.write(`\r\u001B[2K${`${bar}${said}`.slice(0, (this.output.columns ?? 80) - 1)}`);
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
