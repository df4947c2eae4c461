import type { ImportLine, ListedLine } from './formats/import-line';
import { text } from '@/lib/texts/texts';

/** What a heading, folder, category or tag of a source becomes: a tag, perhaps of another name, or nothing. */
export type TagRule = { use: 'tag'; as?: string } | { use: 'none' } | { use: 'ignore' };

/** Applies rules to the tags of an entry. The entries below an ignored heading are skipped. */
export function applyTagRules(line: ListedLine, rules: ReadonlyMap<string, TagRule>): ListedLine {
  if (line.kind !== 'entry' || rules.size === 0) return line;
  const ignored = line.tags.find((tag) => rules.get(tag)?.use === 'ignore');
  if (ignored !== undefined) {
    return {
      kind: 'skipped',
      line: line.line,
      reason: text('tagRules.ignoredIsLeftOut', '“{ignored}” is left out.', { ignored }),
      why: 'leftOut',
      url: line.url,
    };
  }
  const tags = line.tags.flatMap((tag) => {
    const rule = rules.get(tag);
    if (rule?.use === 'none') return [];
    return rule?.use === 'tag' && rule.as !== undefined && rule.as !== '' ? rule.as : tag;
  });
  return { ...line, tags };
}

const NAMES_MAX = 10_000;
const NAME_CHARS_MAX = 200;

/** Counts the entries of each heading, folder, category or tag of a source, as it names them. */
export class TagCounter {
  readonly #counts = new Map<string, number>();

  count(line: ImportLine): void {
    if (line.kind !== 'entry') return;
    for (const tag of new Set(line.tags)) {
      const known = this.#counts.get(tag);
      // Later names of a source with that many would not be shown anyway.
      if (known === undefined && (this.#counts.size >= NAMES_MAX || tag.length > NAME_CHARS_MAX)) continue;
      this.#counts.set(tag, (known ?? 0) + 1);
    }
  }

  /** Those with the most entries, in the order of the source. */
  top(limit: number): { name: string; count: number }[] {
    const all = [...this.#counts].map(([name, count]) => ({ name, count }));
    const kept = new Set(all.toSorted((one, other) => other.count - one.count).slice(0, limit));
    return all.filter((each) => kept.has(each));
  }
}
