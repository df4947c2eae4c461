import { holdsNoProducts, isContents, isTitleOfList, tagFromHeading } from './section-names';

type Heading = { level: number; tag: string; hasNoProducts: string | undefined };

/** Level of bold lines and captions that act as headings, below `h6`. */
export const CAPTION_LEVEL = 7;

/** Labels such as "Other". They become no tag inside a named section. */
const REST = /^(?:others?|misc(?:ellaneous)?|more|general|etc\.?|additional|the rest|various)$/i;

/** The position of the reader in a list: the headings above, and the labels of the enclosing bullets. */
export class ListPlace {
  #headings: Heading[] = [];
  #labels: string[] = [];
  #title: Heading | undefined;
  #hasSeenHeading = false;

  /** @param titleCount number of first-level headings. If there is exactly one, it is the title of the file. */
  constructor(private readonly titleCount: number) {}

  enterHeading(level: number, text: string): void {
    const tag = tagFromHeading(text);
    const heading = { level, tag, hasNoProducts: holdsNoProducts(tag) ? tag : undefined };
    const isTitle = level === 1 && !this.#hasSeenHeading && (this.titleCount === 1 || isTitleOfList(text));
    if (level < CAPTION_LEVEL) this.#hasSeenHeading = true;
    this.#headings = this.#headings.filter((above) => above.level < level);
    if (isTitle) this.#title = heading;
    else this.#headings.push(heading);
  }

  /** Runs `read` with a label that applies to this part of the list only. */
  within<T>(label: string, read: () => T): T {
    const headings = this.#headings;
    this.#labels.push(tagFromHeading(label));
    const result = read();
    this.#labels.pop();
    if (this.#headings.length < headings.length) this.#headings = headings;
    return result;
  }

  /** The name of the current section without products; undefined in other sections. */
  get sectionWithoutProducts(): string | undefined {
    const label = this.#labels.find(holdsNoProducts);
    const nearest = this.#headings.at(-1)?.tag ?? '';
    if (isContents(nearest)) return nearest;
    return this.#headings.find(({ hasNoProducts }) => hasNoProducts !== undefined)?.hasNoProducts ?? label;
  }

  /** Nearest heading first, then labels of bullets, then the headings above. The title of the file only if there is no other tag. */
  get tags(): string[] {
    const sections = this.#headings.map(({ tag }) => tag).filter((tag) => tag !== '' && !isContents(tag));
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
    const title = this.#title?.tag ?? '';
    return title === '' ? [] : [title];
  }

  /** Whether the reader is before the first section, where links are about the list itself. */
  get isPreamble(): boolean {
    return this.#headings.length === 0;
  }
}
