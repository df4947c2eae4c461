import type { SkipKind } from '@/lib/contract/import';
import { tagFromHeading } from './section-names';

/** Why a section has no products, and its name. */
export type Verdict = { why: SkipKind; section: string };

type Heading = { level: number; tag: string; verdict: Verdict | undefined };

/** Level of bold lines and captions that act as headings, below `h6`. */
export const CAPTION_LEVEL = 7;

/** Labels such as "Other". They become no tag inside a named section. */
const REST = /^(?:others?|misc(?:ellaneous)?|more|general|etc\.?|additional|the rest|various)$/i;

/** The position of the reader in a list: the headings above, and the labels of the enclosing bullets. */
export class ListPlace {
  #headings: Heading[] = [];
  /** Headings that a heading inside of an element does not end. */
  #kept = 0;
  #labels: string[] = [];
  #title = '';

  enterTitle(text: string): void {
    this.#headings = [];
    this.#title = tagFromHeading(text);
  }

  /** @param isFact whether the heading says something else than what its products are, such as a date. */
  enterHeading(level: number, text: string, verdict?: Verdict, isFact = false): void {
    this.#headings = this.#headings.filter((above, index) => index < this.#kept || above.level < level);
    this.#headings.push({ level, tag: isFact ? '' : tagFromHeading(text), verdict });
  }

  /** Runs `read` with a label that applies to this part of the list only. */
  within<T>(label: string, read: () => T): T {
    this.#labels.push(tagFromHeading(label));
    const result = this.inside(read);
    this.#labels.pop();
    return result;
  }

  /** Runs `read`, and leaves the headings that it enters. Those before go on applying. */
  inside<T>(read: () => T): T {
    const [headings, kept] = [this.#headings, this.#kept];
    this.#kept = headings.length;
    const result = read();
    [this.#headings, this.#kept] = [headings, kept];
    return result;
  }

  /** Why the current section has no products; undefined in other sections. */
  get verdict(): Verdict | undefined {
    const nearest = this.#headings.at(-1)?.verdict;
    if (nearest?.why === 'contents') return nearest;
    return this.#headings.find(({ verdict }) => verdict !== undefined && verdict.why !== 'contents')?.verdict;
  }

  /** Nearest heading first, then labels of bullets, then the headings above. The title of the file only if there is no other tag. */
  get tags(): string[] {
    const sections = this.#headings
      .filter(({ tag, verdict }) => tag !== '' && verdict?.why !== 'contents')
      .map(({ tag }) => tag);
    const nearest = sections.at(-1);
    const labels = this.#labels.filter(
      (label) => label !== '' && (nearest === undefined || !REST.test(label)),
    );
    const tags = [
      ...(nearest === undefined ? [] : [nearest]),
      ...labels.toReversed(),
      ...sections.slice(0, -1).toReversed(),
    ];
    if (tags.length > 0) return [...new Set(tags)];
    return this.#title === '' ? [] : [this.#title];
  }

  /** Whether the reader is before the first section, where links are about the list itself. */
  get isPreamble(): boolean {
    return this.#headings.length === 0;
  }
}
