import type { PlacedLink } from '@/lib/contract/plain/site';
import type { LinkedPage } from '@/server/queries/own-pages';

/** The published pages that admins have written, as this process knows them: paths and links. */
export class OwnPages {
  #paths: ReadonlySet<string> = new Set();
  /** By old path. */
  #moved: ReadonlyMap<string, string> = new Map();

  /** @returns the links to the pages, in their order. */
  replace(pages: readonly LinkedPage[]): PlacedLink[] {
    this.#paths = new Set(pages.map(({ slug }) => `/${slug}`));
    this.#moved = new Map(
      pages.flatMap(({ slug, formerSlugs }) =>
        formerSlugs.map((former): [string, string] => [`/${former}`, `/${slug}`]),
      ),
    );
    return pages.flatMap(({ slug, title, place }) =>
      place === 'none'
        ? []
        : [{ href: `/${slug}`, label: title, ...(place === 'header' && { isTop: true as const }) }],
    );
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Where the page is that had this path. Undefined: no page had it, or another one has it now. */
  pathOf(oldPath: string): string | undefined {
    return this.has(oldPath) ? undefined : this.#moved.get(oldPath);
  }
}
