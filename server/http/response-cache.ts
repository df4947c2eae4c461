import { LRUCache } from 'lru-cache';

/**
 * Serialised public answers, kept for a second.
 *
 * A write in this process clears it, so that a member sees the effect at once; another process's write shows
 * within `ttlMs`. Equal questions that arrive together are answered once.
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

  /** The kept body, without waiting. */
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
      // A write since the question was asked may have made the answer old.
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
