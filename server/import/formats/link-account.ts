import type { LinkCounts } from '@/lib/contract/import';
import { type ImportLine, skipped } from './import-line';
import { spelledURL } from './web-url';
import { t, text } from '@/lib/texts/texts';

/** Lines of one link, for those that are not settled. */
type Open = { balance: number; lines: number[]; toldCount: number };

/**
 * Proves that no link to a website is lost: each that a format sees with its own counter, apart from its reader, is
 * settled by a line that the reader yields.
 */
export class LinkAccount {
  readonly #open = new Map<string, Open>();
  readonly #counts: LinkCounts = { seen: 0, entries: 0, parts: 0, skipped: 0 };
  #isCounted = false;

  /** Tells that the format counts its links, even if there are none. */
  begin(): void {
    this.#isCounted = true;
  }

  see(url: string, line: number): void {
    this.begin();
    this.#counts.seen += 1;
    this.#add(url, 1, line);
  }

  settle(line: ImportLine): void {
    if (line.url === undefined) return;
    this.#counts[line.kind === 'entry' ? 'entries' : line.kind === 'part' ? 'parts' : 'skipped'] += 1;
    this.#add(line.url, -1, line.line);
  }

  /** Notes that an entry was read, but cannot become a product. */
  refuse(): void {
    this.#counts.entries -= 1;
    this.#counts.skipped += 1;
  }

  /** Settles the links that nothing has settled, and tells of them and of those that were settled without being seen. */
  *faults(): Generator<ImportLine> {
    if (!this.#isCounted) return;
    for (const [url, open] of [...this.#open]) {
      const { balance, lines } = open;
      for (let nth = 0; nth < balance; nth += 1) {
        const fault = skipped(lines[nth] ?? lines[0] ?? 1, LOST, 'fault', url);
        this.settle(fault);
        yield fault;
      }
      // Without its link, which was settled already: the counts show the difference.
      for (; open.toldCount < -balance; open.toldCount += 1)
        yield skipped(lines[open.toldCount] ?? lines[0] ?? 1, unseenReason(url), 'fault');
    }
  }

  /** Links that were settled but never seen. Each is a fault of the reader or the counter. */
  get unseen(): { url: string; lines: readonly number[] }[] {
    return [...this.#open].map(([url, { lines }]) => ({ url, lines }));
  }

  /** Undefined for a format that does not count its links. */
  get counts(): LinkCounts | undefined {
    return this.#isCounted ? { ...this.#counts } : undefined;
  }

  #add(written: string, by: 1 | -1, line: number): void {
    // Entries of an export keep their spelling.
    const url = spelledURL(written);
    const open = this.#open.get(url) ?? { balance: 0, lines: [], toldCount: 0 };
    open.balance += by;
    if (open.balance === 0) this.#open.delete(url);
    else {
      const at = open.lines.indexOf(line);
      if (by > 0 === open.balance > 0) open.lines.push(line);
      else open.lines.splice(Math.max(0, at), 1);
      this.#open.set(url, open);
    }
  }
}

const unseenReason = (url: string) =>
  t(
    'linkAccount.unseen',
    '“{link}” was read, but not seen in the file. That’s a mistake of the import: please report it.',
    { link: url.slice(0, 80) },
  );

const LOST = text(
  'skipped.lost',
  'This link was read as neither an entry nor part of one. That’s a mistake of the import: please report it.',
);
