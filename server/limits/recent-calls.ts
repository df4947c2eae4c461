/** The calls for which there is room at first. It doubles when needed. */
const CAPACITY_MIN = 1_024;

/**
 * Counts the calls of each key in a window that slides: exactly the last `spanMs`.
 *
 * One queue contains the calls of all keys in order of arrival. Expired calls leave at its front, so that a call costs
 * the same at any size, and the memory depends on the number of calls in the window alone.
 */
export class RecentCalls {
  readonly #spanMs: number;
  readonly #callsMax: number;
  readonly #counts = new Map<number, number>();
  // The queue: the call at position p is in slot p % capacity. A removed call has NaN as its key.
  #keys = new Float64Array(CAPACITY_MIN);
  #times = new Float64Array(CAPACITY_MIN);
  #first = 0;
  #next = 0;

  /** @param options.callsMax bounds the memory, at 60 bytes per call. Beyond it, the oldest calls are forgotten. */
  constructor({ spanMs, callsMax }: { spanMs: number; callsMax: number }) {
    this.#spanMs = spanMs;
    this.#callsMax = callsMax;
  }

  count(key: number, nowMs: number): number {
    this.#forgetExpired(nowMs);
    return this.#counts.get(key) ?? 0;
  }

  /** @returns the position of the call, for {@link remove}. */
  add(key: number, nowMs: number): number {
    if (this.#next - this.#first === this.#keys.length) this.#makeRoom();
    const position = this.#next;
    this.#next += 1;
    this.#keys[position % this.#keys.length] = key;
    this.#times[position % this.#keys.length] = nowMs;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return position;
  }

  remove(position: number): void {
    if (position < this.#first) return;
    this.#uncount(position);
    this.#keys[position % this.#keys.length] = NaN;
  }

  #forgetExpired(nowMs: number): void {
    const expiredMs = nowMs - this.#spanMs;
    while (this.#first < this.#next && (this.#times[this.#first % this.#times.length] ?? 0) <= expiredMs) {
      this.#forgetOldest();
    }
    if (this.#first === this.#next && this.#keys.length > CAPACITY_MIN) this.#resize(CAPACITY_MIN);
  }

  #makeRoom(): void {
    if (this.#keys.length < this.#callsMax) this.#resize(Math.min(2 * this.#keys.length, this.#callsMax));
    else this.#forgetOldest();
  }

  #forgetOldest(): void {
    this.#uncount(this.#first);
    this.#first += 1;
  }

  #uncount(position: number): void {
    const key = this.#keys[position % this.#keys.length] ?? NaN;
    if (Number.isNaN(key)) return;
    const left = (this.#counts.get(key) ?? 0) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }

  #resize(capacity: number): void {
    const [keys, times] = [new Float64Array(capacity), new Float64Array(capacity)];
    for (let position = this.#first; position < this.#next; position += 1) {
      keys[position % capacity] = this.#keys[position % this.#keys.length] ?? NaN;
      times[position % capacity] = this.#times[position % this.#times.length] ?? 0;
    }
    this.#keys = keys;
    this.#times = times;
  }
}
