import type { ImportDraft } from './import-draft';
import { formatNumber } from '@/lib/texts/language';
import { type Text, text } from '@/lib/texts/texts';

type First = { file?: string; line: number; name: string; url: string; canonicalURL: string };

/** Finds the entries of a list that lead to the same thing, also in another spelling of its link. */
export class Repeats {
  readonly #seen = new Map<string, First[]>();

  /**
   * Gives a repeat the canonical URL of the first entry. An entry of another name at another part of the same page,
   * `#part`, is none, and gets a canonical URL of its own, whichever of them comes first.
   *
   * @param file of a folder.
   * @returns a sentence that names the line of the first entry for a repeat.
   */
  take(draft: ImportDraft, file?: string): { draft: ImportDraft; notes: Text[] } {
    const { line, name, url, canonicalURL: page } = draft;
    const seen = this.#seen.get(page) ?? [];
    const other = seen.find((first) => isSameEntry(draft, first));
    if (other) {
      return {
        draft: { ...draft, isRepeat: true, canonicalURL: other.canonicalURL },
        notes: [textOfRepeat(other, file)],
      };
    }
    const canonicalURL = seen.length === 0 ? page : partURL(page, url);
    this.#seen.set(page, [...seen, { file, line, name, url, canonicalURL }]);
    return { draft: { ...draft, canonicalURL }, notes: [] };
  }
}

type Linked = { name: string; url: string };

/** Whether two entries of one page are the same thing: at the same part of it, or of the same name. */
export const isSameEntry = (one: Linked, other: Linked): boolean =>
  partOfPage(one.url) === partOfPage(other.url) || one.name.toLowerCase() === other.name.toLowerCase();

/** What tells an entry apart from others of the same page. The page itself ends in `#` then. */
export const partURL = (page: string, url: string): string => `${page}${partOfPage(url) || '#'}`;

const partOfPage = (url: string): string => new URL(url).hash;

const textOfRepeat = ({ file, line }: First, here: string | undefined): Text =>
  file === undefined || file === here
    ? text('repeats.line', 'It repeats line {line}, which it only adds tags to.', {
        line: formatNumber(line),
      })
    : text('repeats.lineOfFile', 'It repeats line {line} of {file}, which it only adds tags to.', {
        line: formatNumber(line),
        file,
      });
