import { namesAPart } from '@/server/import/lists/label-words';
import { decodeAttribute } from '@/server/text/plain-text';
import { cleanText } from './clean-text';

const MARKDOWN = /^!?\[([^\]]{0,300})\]\(<?(https?:\/\/[^\s<>]{1,2000}?)>?\)$/i;
const HTML =
  /^<a\s[^<>]{0,300}?href\s*=\s*["']?(https?:[^"'\s<>]{1,2000})["']?[^<>]{0,300}>(.{0,300})<\/a>$/is;

type LinkedCell = { label: string; url: string };

/** A cell that is a link with a label: `[Ada](https://…)`, or the same in HTML. */
function linkedCell(cell: string): LinkedCell | undefined {
  const [, label, url] = MARKDOWN.exec(cell) ?? [];
  if (label !== undefined && url !== undefined) return { label: cleanText(label), url };
  const [, href, inside] = HTML.exec(cell) ?? [];
  return href === undefined ? undefined : { label: cleanText(inside ?? ''), url: decodeAttribute(href) };
}

/** Columns of labeled links: those whose labels are names become two columns, the others keep their links alone. */
export class LinkedColumns {
  readonly #named = new Set<number>();
  readonly #linked = new Set<number>();

  /** @param rows the first rows of the file. */
  constructor(rows: readonly (readonly string[])[]) {
    const width = Math.max(0, ...rows.map(({ length }) => length));
    for (let at = 0; at < width; at += 1) {
      const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
      const found = cells.flatMap((cell) => linkedCell(cell) ?? []);
      if (found.length === 0 || found.length < cells.length / 2) continue;
      const partCount = found.filter(({ label }) => label === '' || namesAPart(label)).length;
      (partCount > found.length / 2 ? this.#linked : this.#named).add(at);
    }
  }

  spread(cells: readonly string[]): readonly string[] {
    if (this.#named.size + this.#linked.size === 0) return cells;
    return cells.flatMap((cell, at) => {
      if (!this.#named.has(at) && !this.#linked.has(at)) return [cell];
      const link = linkedCell(cell);
      if (this.#linked.has(at)) return [link?.url ?? cell];
      return link ? [link.label, link.url] : [cell, ''];
    });
  }

  /** A column that is split into two columns gives both of them its heading. */
  spreadHeadings(cells: readonly string[]): readonly string[] {
    return cells.flatMap((cell, at) => (this.#named.has(at) ? [cell, `${cell} (link)`] : [cell]));
  }
}
