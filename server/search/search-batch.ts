import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '@/server/deps';
import {
  type AskedSearch,
  type FoundSearch,
  searchProductsTogether,
  statementOf,
} from '@/server/queries/search/search-products';

/** The embedded database answers one statement at a time, so a long one keeps others waiting. */
const SEARCHES_PER_STATEMENT = 8;

type Waiting = {
  search: AskedSearch;
  resolve: (found: FoundSearch) => void;
  reject: (error: unknown) => void;
};

/** The searches of one request; those with hits are for the same `valueKeys`. Those that arrive together share statements. */
export class SearchBatch {
  readonly #deps: Pick<Deps, 'db' | 'knownHits'>;
  #waiting: Waiting[] = [];

  constructor(deps: Pick<Deps, 'db' | 'knownHits'>) {
    this.#deps = deps;
  }

  find(search: AskedSearch): Promise<FoundSearch> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ search, resolve, reject });
      if (this.#waiting.length === 1) void this.#send();
    });
  }

  async #send(): Promise<void> {
    await nextTurn();
    const all = this.#waiting;
    this.#waiting = [];
    const groups = groupSearches(all.map(({ search }) => search));
    for (const places of groups) {
      const group = places.flatMap((place) => all[place] ?? []);
      const searches = group.map(({ search }) => search);
      try {
        const found = await this.#deps.knownHits.reuse(async (known) => {
          const each = await searchProductsTogether(this.#deps.db, searches, known);
          return { each, hits: each.flatMap(({ hits }) => hits) };
        });
        for (const [place, { resolve, reject }] of group.entries()) {
          const one = found.each[place];
          if (one) resolve(one);
          else reject(new Error('The database has left out a search.'));
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
  }
}

/** Searches that one statement can answer, by their places. */
function groupSearches(searches: readonly AskedSearch[]): number[][] {
  const groups = new Map<string, number[][]>();
  for (const [place, search] of searches.entries()) {
    const key = Object.values(statementOf(search)).join();
    const alike = groups.get(key) ?? [];
    groups.set(key, alike);
    const last = alike.at(-1);
    if (last && last.length < SEARCHES_PER_STATEMENT) last.push(place);
    else alike.push([place]);
  }
  return [...groups.values()].flat();
}
