import { LRUCache } from 'lru-cache';

/**
 * Keeps serialized public responses for a second.
 *
 * A write in this process clears the cache, so that its effect shows at once; a write of another process shows within
 * `ttlMs`. Equal requests that arrive together share one computation.
 */
export class ResponseCache {
  readonly #bodies: LRUCache<string, string>;
  readonly #pending = new Map<string, Promise<string>>();
  #generation = 0;

  constructor({ ttlMs = 1_000, bytesMax = 32 * 1024 * 1024 } = {}) {
    this.#bodies = new LRUCache({
      ttl: ttlMs,
      maxSize: bytesMax,
      sizeCalculation: (body, key) => 2 * (body.length + key.length),
    });
  }

  /** The cached body, without waiting. */
  peek(key: string): string | undefined {
    return this.#bodies.get(key);
  }

  async get(key: string, make: () => Promise<string>): Promise<string> {
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const generation = this.#generation;
    const making = make();
    this.#pending.set(key, making);
    try {
      const body = await making;
      // A write during the computation may have made the body stale.
      if (generation === this.#generation) this.#bodies.set(key, body);
      return body;
    } finally {
      if (this.#pending.get(key) === making) this.#pending.delete(key);
    }
  }

  clear(): void {
    this.#generation += 1;
    this.#bodies.clear();
    this.#pending.clear();
  }
}
