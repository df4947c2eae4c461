import type { ImportDraft } from './import-draft';

type First = { file?: string; line: number; name: string; canonicalURL: string };

/** Finds the entries of a list that lead to the same thing, also in another spelling of its link. */
export class Repeats {
  readonly #seen = new Map<string, First>();

  /**
   * Gives a repeat the canonical URL of the first entry. An entry of another name at a part of the same page, `#part`, is
   * none, and gets a canonical URL of its own.
   *
   * @param file of a folder.
   * @returns a sentence that names the line of the first entry for a repeat.
   */
  take(draft: ImportDraft, file?: string): { draft: ImportDraft; notes: string[] } {
    const url = new URL(draft.url);
    const { line, name, canonicalURL } = draft;
    const first = this.#seen.get(canonicalURL);
    if (!first) {
      this.#seen.set(canonicalURL, { file, line, name, canonicalURL });
      return { draft, notes: [] };
    }
    const part = `${canonicalURL}${url.hash}`;
    const isPart = url.hash.length > 1 && part !== first.canonicalURL && !sameName(name, first.name);
    const other = isPart ? this.#seen.get(part) : first;
    if (other) {
      return {
        draft: { ...draft, isRepeat: true, canonicalURL: other.canonicalURL },
        notes: [sayRepeat(other, file)],
      };
    }
    this.#seen.set(part, { file, line, name, canonicalURL: part });
    return { draft: { ...draft, canonicalURL: part }, notes: [] };
  }
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const sayRepeat = ({ file, line }: First, here: string | undefined): string =>
  `It repeats line ${line.toLocaleString('en')}${file === here ? '' : ` of ${file}`}, which it only adds tags to.`;
