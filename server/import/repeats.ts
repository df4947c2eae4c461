import { identityAtHost } from '@/server/web/host-identity';
import type { ImportDraft } from './import-draft';

type First = { line: number; name: string; canonicalURL: string };

/** Finds the entries of a file that lead to the same thing, also in another spelling of its link. */
export class Repeats {
  readonly #seen = new Map<string, First>();

  /**
   * Gives a repeat the canonical URL of the first entry. An entry of another name at a part of the same page, `#part`, is
   * none, and gets a canonical URL of its own.
   *
   * @returns the line of the first entry for a repeat.
   */
  take(draft: ImportDraft): { draft: ImportDraft; firstLine?: number } {
    const url = new URL(draft.url);
    const identity = identityAtHost(url);
    const key = identity ? `${identity.host}${identity.rest}` : draft.canonicalURL;
    const first = this.#seen.get(key);
    const { line, name, canonicalURL } = draft;
    if (!first) {
      this.#seen.set(key, { line, name, canonicalURL });
      return { draft };
    }
    const part = `${canonicalURL}${url.hash}`;
    const isPart = url.hash.length > 1 && part !== first.canonicalURL && !sameName(name, first.name);
    const other = isPart ? this.#seen.get(part) : first;
    if (other)
      return { draft: { ...draft, isRepeat: true, canonicalURL: other.canonicalURL }, firstLine: other.line };
    this.#seen.set(part, { line, name, canonicalURL: part });
    return { draft: { ...draft, canonicalURL: part } };
  }
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

export const sayRepeat = (firstLine: number): string =>
  `It repeats line ${firstLine.toLocaleString('en')}, which it only adds tags to.`;
