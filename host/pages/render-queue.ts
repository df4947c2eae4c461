import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { ServerEnv } from '@/server/config/env';
import { ApiError } from '@/server/base/errors';
import { clientAddress } from '@/server/http/client-address';
import { isForeignLoad, keyForOtherSites } from '@/server/http/foreign-load';
import type { RateLimits } from '@/server/limits/rate-limits';
import { t } from '@/lib/texts/texts';

/** Too many pages wait to be rendered. */
export class BusyError extends Error {}

export type Turn = {
  /** No visitor has asked for the page lately, and one client can ask for any number of such pages. */
  isUnknown: boolean;
  /** Whose request it is, if limits apply to that address. */
  address?: string;
};

/**
 * Counts a page that is rendered for one request against the limits of its client address. Resolves to the address,
 * unless no limits apply to it. Rejects with an ApiError `rate_limited` when a limit is reached.
 */
export type RenderCounter = (req: IncomingMessage, page: { isDeep: boolean }) => Promise<string | undefined>;

export const createRenderCounter =
  (
    env: Pick<ServerEnv, 'trustedProxyHops' | 'unlimitedAddresses' | 'siteURL' | 'siteOrigins'>,
    rateLimits: RateLimits,
  ): RenderCounter =>
  async ({ socket, headers, method }, { isDeep }) => {
    const forwardedFor = headers['x-forwarded-for']?.toString();
    const address = clientAddress({ peer: socket.remoteAddress ?? '', forwardedFor }, env);
    if (address === undefined) return undefined;
    // A page of another site may load our pages as images.
    const asker = { method, url: env.siteURL, header: (name: string) => headers[name]?.toString() };
    const isForeign = isForeignLoad(asker, env);
    const key = isForeign ? keyForOtherSites(address) : address;
    const count = { limit: 'renderByAddress', key } as const;
    await rateLimits.count(isDeep ? [count, { limit: 'deepRenderByAddress', key }] : [count]);
    return key;
  };

/** What a visitor is told whose page is not rendered. */
export function describeRefusal(error: unknown) {
  if (error instanceof ApiError && error.code === 'rate_limited')
    return { status: 429, message: error.message, seconds: error.details.retryAfterSeconds ?? 1 } as const;
  const message = t('site.veryBusy', 'This site is very busy. Please try again in a moment.');
  return { status: 503, message, seconds: 1 } as const;
}

/** Pages that are rendered at once. */
const RENDERS_MAX = 4;
const UNKNOWN_RENDERS_MAX = 2;
/** Pages that wait. Beyond it, only an address of which none waits gets a place, up to twice as many. */
const WAITING_MAX = { known: 64, unknown: 128 } as const;

/**
 * Decides when a page is rendered. Pages that visitors look at come first. Unknown pages, of which an attacker can make
 * up any number, have two of the four places and a share of the time, and client addresses take turns.
 */
export class RenderQueue {
  readonly #running = { known: 0, unknown: 0 };
  readonly #waiting = { known: new WaitingLine(), unknown: new WaitingLine() };
  readonly #budget: TimeBudget;
  #timer: NodeJS.Timeout | undefined;

  /** @param options.reserveMs the time that unknown pages may take at once after a quiet time. */
  constructor({ reserveMs = 2_000 } = {}) {
    this.#budget = new TimeBudget(reserveMs);
  }

  get waitingCount(): number {
    return this.#waiting.known.length + this.#waiting.unknown.length;
  }

  /** @throws BusyError when too many wait already, and whatever `render` throws. */
  async run<T>({ isUnknown, address = '' }: Turn, render: () => Promise<T>): Promise<T> {
    const kind = isUnknown ? 'unknown' : 'known';
    await this.#waitForTurn(kind, address);
    try {
      return isUnknown ? await this.#budget.spend(render, this.#running.unknown) : await render();
    } finally {
      this.#running[kind] -= 1;
      this.#startWaiting();
    }
  }

  async #waitForTurn(kind: Kind, address: string): Promise<void> {
    const line = this.#waiting[kind];
    if (line.length === 0 && this.#mayStart(kind)) {
      this.#running[kind] += 1;
      return;
    }
    const max = line.has(address) ? WAITING_MAX[kind] : 2 * WAITING_MAX[kind];
    if (line.length >= max) throw new BusyError();
    const turn = new Promise<void>((resolve) => line.add(address, resolve));
    this.#startWaiting();
    await turn;
  }

  #mayStart(kind: Kind): boolean {
    const { known, unknown } = this.#running;
    if (known + unknown >= RENDERS_MAX) return false;
    return kind === 'known' || (unknown < UNKNOWN_RENDERS_MAX && this.#budget.isLeft());
  }

  #startWaiting(): void {
    for (const kind of ['known', 'unknown'] as const) {
      while (this.#waiting[kind].length > 0 && this.#mayStart(kind)) {
        this.#running[kind] += 1;
        this.#waiting[kind].takeNext()?.();
      }
    }
    // Unknown pages may wait for time alone, which nothing else announces.
    if (this.#waiting.unknown.length === 0 || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#startWaiting();
    }, BUDGET_EVERY_MS).unref();
  }
}

type Kind = 'known' | 'unknown';

/** Addresses take turns; the requests of one address come in order. */
class WaitingLine {
  readonly #byAddress = new Map<string, (() => void)[]>();
  length = 0;

  has(address: string): boolean {
    return this.#byAddress.has(address);
  }

  add(address: string, start: () => void): void {
    const own = this.#byAddress.get(address) ?? [];
    own.push(start);
    this.#byAddress.set(address, own);
    this.length += 1;
  }

  takeNext(): (() => void) | undefined {
    for (const [address, own] of this.#byAddress) {
      this.#byAddress.delete(address);
      const start = own.shift();
      if (own.length > 0) this.#byAddress.set(address, own);
      this.length -= 1;
      return start;
    }
    return undefined;
  }
}

/** The share of the time in which the process answers other requests. */
const SHARE = 1 / 5;
const BUDGET_EVERY_MS = 20;

/** The time of the event loop that some work may take: what is idle otherwise, and a share of the rest. */
class TimeBudget {
  readonly #reserveMs: number;
  #leftMs: number;
  #seen = performance.eventLoopUtilization();

  constructor(reserveMs: number) {
    this.#reserveMs = this.#leftMs = reserveMs;
  }

  isLeft(): boolean {
    const now = performance.eventLoopUtilization();
    const { idle, active } = performance.eventLoopUtilization(now, this.#seen);
    this.#seen = now;
    this.#leftMs = Math.min(this.#reserveMs, this.#leftMs + idle + SHARE * active);
    return this.#leftMs > 0;
  }

  /** @param beside the number of such works that share the time. */
  async spend<T>(work: () => Promise<T>, beside: number): Promise<T> {
    const before = performance.eventLoopUtilization();
    try {
      return await work();
    } finally {
      this.#leftMs -= performance.eventLoopUtilization(before).active / beside;
    }
  }
}
