import { LRUCache } from 'lru-cache';
import type { Sources } from './sources';
import { addSources, collectSources, type PublicChanges } from './public-changes';

type Entry = { body: string; sources: Sources; position: number };

type KnownRequest = {
  key: string;
  /** Its pattern in the log. */
  route: string;
};

type CacheOptions = {
  ttlMs?: number;
  bytesMax?: number;
  /** Runs `make` on a replica that has replayed this position, else on the primary: see `readFromReplicas`. */
  readFrom?: <T>(known: () => string | undefined, make: () => Promise<T>) => Promise<T>;
};

const TARGETS_MAX = 10_000;
const TARGET_CHARS_MAX = 1_024;

/**
 * Keeps serialized public responses for a second, unless something changes that they were made from.
 *
 * A change shows at once in this process if the writer waits for `PublicChanges`. The second bounds what no change
 * tells: periods that end. Equal requests that arrive together share one computation.
 */
export class ResponseCache {
  readonly #changes: PublicChanges;
  readonly #readFrom: NonNullable<CacheOptions['readFrom']>;
  readonly #entries: LRUCache<string, Entry>;
  readonly #requests = new LRUCache<string, KnownRequest>({ max: TARGETS_MAX });
  readonly #pending = new Map<string, { making: Promise<Entry>; position: number }>();
  readonly #results = { hit: 0, shared: 0, miss: 0 };

  constructor(
    changes: PublicChanges,
    { ttlMs = 1_000, bytesMax = 32 * 1024 * 1024, readFrom = (_known, make) => make() }: CacheOptions = {},
  ) {
    this.#changes = changes;
    this.#readFrom = readFrom;
    this.#entries = new LRUCache({
      ttl: ttlMs,
      maxSize: bytesMax,
      sizeCalculation: ({ body }, key) => 2 * (body.length + key.length) + 1_024,
    });
  }

  peek(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (this.#changes.judge(entry.sources, entry.position) !== 'fresh') {
      this.#entries.delete(key);
      return undefined;
    }
    entry.position = this.#changes.position;
    addSources(entry.sources);
    this.#results.hit += 1;
    return entry.body;
  }

  /** Remembers which response a request gets, for `find`. @param target its path and query, as they are written. */
  noteTarget(target: string, read: () => KnownRequest): void {
    if (target.length <= TARGET_CHARS_MAX && !this.#requests.has(target)) this.#requests.set(target, read());
  }

  find(target: string): { request: KnownRequest; body: string } | undefined {
    const request = this.#requests.get(target);
    const body = request && this.peek(request.key);
    return request && body !== undefined ? { request, body } : undefined;
  }

  async get(key: string, make: () => Promise<string>): Promise<string> {
    const { position } = this.#changes;
    const pending = this.#pending.get(key);
    // A computation that began before the last known change may have read what it changed.
    const isShared = pending?.position === position;
    this.#results[isShared ? 'shared' : 'miss'] += 1;
    if (isShared) return pending.making.then(takeFrom, missFrom);
    const making = this.#make(make, position);
    this.#pending.set(key, { making, position });
    // Otherwise a later computation has begun, or everything was cleared.
    const isLatest = () => this.#pending.get(key)?.making === making;
    try {
      const entry = await making.catch(missFrom);
      if (isLatest()) this.#entries.set(key, entry);
      return entry.body;
    } finally {
      if (isLatest()) this.#pending.delete(key);
    }
  }

  async #make(make: () => Promise<string>, position: number): Promise<Entry> {
    const { made, sources } = await this.#readFrom(
      () => this.#changes.logPosition,
      () => collectSources(make),
    );
    return { body: made, sources, position };
  }

  /** Lookups that found a response, that shared a computation, and that began one; and the memory in use. */
  get figures() {
    return { results: this.#results, entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  clear(): void {
    this.#entries.clear();
    this.#pending.clear();
  }
}

/** Whatever was missing may come. */
function missFrom(error: unknown): never {
  addSources({ isFromAbsence: true, isFromTags: true });
  throw error;
}

function takeFrom({ body, sources }: Entry): string {
  addSources(sources);
  return body;
}
