import { LRUCache } from 'lru-cache';
import type { SearchHitRow } from '@/server/queries/search/search-hits';
import { noSources, type Sources } from './sources';
import type { PublicChanges } from './public-changes';

type KnownHit = { hit: SearchHitRow; sources: Sources; position: number };

/** A search sends the ids of all of them. */
const HITS_MAX = 256;
const BYTES_MAX = 4 * 1024 * 1024;

/**
 * The hits that searches have read lately, unless something has changed since that they show. The next keystroke finds
 * much the same products, and reading them takes as long as finding them.
 */
export class KnownHits {
  readonly #changes: Pick<PublicChanges, 'position' | 'hasFailed' | 'judge'>;
  readonly #hits = new LRUCache<string, KnownHit>({
    max: HITS_MAX,
    maxSize: BYTES_MAX,
    sizeCalculation: ({ hit }) => 2 * (hit.name.length + hit.content.length) + 2_048,
  });

  /** What `#list` has returned, until a hit comes or goes or something changes. */
  #listed: { known: ReadonlyMap<string, SearchHitRow>; position: number } | undefined;

  constructor(changes: Pick<PublicChanges, 'position' | 'hasFailed' | 'judge'>) {
    this.#changes = changes;
  }

  /**
   * Runs a search, which gets the hits that it need not read, by their ids, and remembers those that it finds. The caller
   * has learned of the latest changes.
   */
  async reuse<Found extends { hits: readonly SearchHitRow[] }>(
    search: (known: ReadonlyMap<string, SearchHitRow>) => Promise<Found>,
  ): Promise<Found> {
    const { position } = this.#changes;
    const known = this.#list(position);
    const found = await search(known);
    for (const hit of found.hits) {
      if (known.get(hit.id) === hit) {
        // Says that it is in use.
        this.#hits.get(hit.id);
        continue;
      }
      this.#hits.set(hit.id, { hit, sources: sourcesOf(hit), position });
      this.#listed = undefined;
    }
    return found;
  }

  #list(position: number): ReadonlyMap<string, SearchHitRow> {
    const known = new Map<string, SearchHitRow>();
    if (this.#changes.hasFailed) return known;
    if (this.#listed?.position === position) return this.#listed.known;
    for (const [id, entry] of this.#hits.entries()) {
      if (entry.position !== position && this.#changes.judge(entry.sources, entry.position) !== 'fresh') {
        this.#hits.delete(id);
        continue;
      }
      entry.position = position;
      known.set(id, entry.hit);
    }
    this.#listed = { known, position };
    return known;
  }
}

/** The names of its tags are among what it shows. */
const sourcesOf = ({ id }: SearchHitRow): Sources => ({
  ...noSources(),
  products: new Set([id]),
  isFromTags: true,
});
