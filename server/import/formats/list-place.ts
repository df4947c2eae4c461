import { holdsNoProducts, isContents, isTitleOfList, tagFromHeading } from './section-names';

type Heading = { level: number; tag: string; hasNoProducts: string | undefined };

/** Deeper than `h6`: bold lines and captions that stand for headings. */
export const CAPTION_LEVEL = 7;

/** Labels that say only "the rest of it": no tag of their own within a named section. */
const REST = /^(?:others?|misc(?:ellaneous)?|more|general|etc\.?|additional|the rest|various)$/i;

/** Where in a list the reader stands: the headings above, and the labels of the bullets around. */
export class ListPlace {
  #headings: Heading[] = [];
  #labels: string[] = [];
  #title: Heading | undefined;
  #hasSeenHeading = false;

  /** @param titleCount how many first-level headings the file has: one alone is its title. */
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

  /** Reads on with a label that holds for a part of the list only. */
  within<T>(label: string, read: () => T): T {
    const headings = this.#headings;
    this.#labels.push(tagFromHeading(label));
    const result = read();
    this.#labels.pop();
    if (this.#headings.length < headings.length) this.#headings = headings;
    return result;
  }

  /** The section that holds no products, when the reader stands in one. */
  get sectionWithoutProducts(): string | undefined {
    const label = this.#labels.find(holdsNoProducts);
    const nearest = this.#headings.at(-1)?.tag ?? '';
    if (isContents(nearest)) return nearest;
    return this.#headings.find(({ hasNoProducts }) => hasNoProducts !== undefined)?.hasNoProducts ?? label;
  }

  /** Nearest heading first, then labels of bullets, then the headings above. The file's title only for want of others. */
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

  /** Between the title and the first section, links are about the list itself. */
  get isPreamble(): boolean {
    return this.#headings.length === 0;
  }
}
