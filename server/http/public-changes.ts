import { setTimeout } from 'node:timers/promises';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { currentContext, runInContext } from '@/server/base/async-context';
import {
  type listPublicChanges,
  PUBLIC_CHANGES_MAX,
  type PublicChange,
} from '@/server/queries/public-changes';
import { affects, type Freshness, isGradual, noSources, type Sources } from './sources';

declare module '@/server/base/async-context' {
  interface AsyncContext {
    /** What the response is made from that is being computed. */
    sources?: Sources;
  }
}

/** Adds what the response is made from that is being computed; no effect outside of `collectSources`. */
export function addSources(added: Partial<Sources>): void {
  const { sources } = currentContext();
  if (!sources) return;
  for (const id of added.products ?? []) sources.products.add(id);
  for (const id of added.users ?? []) sources.users.add(id);
  sources.lists.push(...(added.lists ?? []));
  sources.isFromTags ||= added.isFromTags ?? false;
  sources.isFromSearch ||= added.isFromSearch ?? false;
  sources.isFromAbsence ||= added.isFromAbsence ?? false;
  sources.maxAgeMs = Math.min(sources.maxAgeMs, added.maxAgeMs ?? Infinity);
}

/** Runs `make`. Returns its result and every source that was added during the run; an outer run gets them, too. */
export async function collectSources<T>(make: () => Promise<T>): Promise<{ made: T; sources: Sources }> {
  const sources = noSources();
  try {
    return { made: await runInContext({ sources }, make), sources };
  } finally {
    addSources(sources);
  }
}

const COUNTS_AND_MEMBERS: ReadonlySet<PublicChange['kind']> = new Set(['upvotes', 'bookmarks', 'user']);

type Times = {
  /** Changes of other processes are read at most this often. */
  readEveryMs?: number;
  /** Without a reading for this long, a request waits for one. */
  knownForMs?: number;
};

/** A request waits for a reading this long at most. The database may be away. */
const WAIT_MS_MAX = 250;
/** Before changes are deleted. After a longer pause, everything counts as changed. */
const PAUSE_MS_MAX = 5 * MINUTE_MS;

/**
 * What has changed on public pages, as far as this process knows: in any process, by any command, import or job.
 * The table of changes is read only while requests arrive.
 */
export class PublicChanges {
  readonly #readEveryMs: number;
  readonly #knownForMs: number;
  readonly #read: (since: string | undefined) => ReturnType<typeof listPublicChanges>;
  /** The last changes. The last one has the number `#position - 1`. */
  #changes: PublicChange[] = [];
  #position = 0;
  #contentPosition = 0;
  #oldBefore = 0;
  #since: string | undefined;
  #seen: ReadonlySet<string> = new Set();
  #readAtMs = -Infinity;
  #logPosition: string | undefined;
  #hasFailed = false;
  #reading: Promise<void> | undefined;
  #nextReading: Promise<void> | undefined;
  #soon: NodeJS.Immediate | undefined;
  readonly #siteListeners: (() => Promise<void>)[] = [];

  constructor(
    read: (since: string | undefined) => ReturnType<typeof listPublicChanges>,
    { readEveryMs = 250, knownForMs = 750 }: Times = {},
  ) {
    this.#read = read;
    this.#readEveryMs = readEveryMs;
    this.#knownForMs = knownForMs;
  }

  /** How far this process knows the changes. To be noted before a response is computed. */
  get position(): number {
    return this.#position;
  }

  /** Where the database's log contains all that `position` counts. */
  get logPosition(): string | undefined {
    return this.#logPosition;
  }

  /** Changes with everything but upvotes, bookmarks and members, or when this process may have missed something. */
  get contentPosition(): number {
    return this.#contentPosition;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Whether the last reading succeeded and was not long ago. */
  get isCurrent(): boolean {
    return !this.#hasFailed && performance.now() - this.#readAtMs < this.#knownForMs;
  }

  /**
   * @param listener called when settings, the site file or a brake may have changed, before the change outdates anything,
   *   and after the listeners that were there before. When one fails, the change is read again.
   */
  onSiteChange(listener: () => Promise<void>): void {
    this.#siteListeners.push(listener);
  }

  /** Learns of every change that was committed before the call. Never rejects: see `isCurrent`. */
  catchUp(): Promise<void> {
    if (!this.#reading) return this.#startReading();
    this.#nextReading ??= this.#reading.then(() => {
      this.#nextReading = undefined;
      return this.#startReading();
    });
    return this.#nextReading;
  }

  /** Reads the changes of other processes if that is due. @returns a promise only if the caller has to wait. */
  keepUp(): Promise<void> | undefined {
    if (!this.isCurrent)
      return Promise.race([this.catchUp(), setTimeout(WAIT_MS_MAX, undefined, { ref: false })]);
    const isDue = performance.now() - this.#readAtMs >= this.#readEveryMs;
    // After the queries of the request: the embedded database answers one after the other.
    if (isDue && !this.#reading) this.#readSoon();
    return undefined;
  }

  #readSoon(): void {
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      if (!this.#reading) void this.#startReading();
    });
  }

  #startReading(): Promise<void> {
    const reading = this.#readChanges().finally(() => {
      this.#reading = undefined;
    });
    this.#reading = reading;
    return reading;
  }

  async #readChanges(): Promise<void> {
    const startedAtMs = performance.now();
    try {
      const positionBefore = this.#position;
      const { until, changes, areAll, logPosition } = await this.#read(this.#since);
      // A crash of the database empties the table, and a job deletes old rows.
      const hasGap = this.#hasFailed || !areAll || startedAtMs - this.#readAtMs > PAUSE_MS_MAX;
      const news = [...changes].filter(([key]) => !this.#seen.has(key));
      const isSiteChanged = news.some(([, { kind }]) => kind === 'site');
      if (isSiteChanged || (hasGap && (this.#since !== undefined || this.#hasFailed))) {
        for (const listener of this.#siteListeners) await listener();
      }
      if (hasGap) this.#contentPosition = this.#oldBefore = this.#position += 1;
      if (hasGap) this.#changes = [];
      for (const [, change] of news) this.#note(change);
      if (this.#position !== positionBefore) this.#logPosition = logPosition;
      this.#seen = new Set(changes.keys());
      this.#since = until;
      this.#hasFailed = false;
      this.#readAtMs = startedAtMs;
    } catch {
      this.#hasFailed = true;
    }
  }

  #note(change: PublicChange): void {
    this.#changes.push(change);
    this.#position += 1;
    if (!COUNTS_AND_MEMBERS.has(change.kind)) this.#contentPosition = this.#position;
    if (this.#changes.length > 2 * PUBLIC_CHANGES_MAX)
      this.#changes = this.#changes.slice(-PUBLIC_CHANGES_MAX);
  }

  judge(sources: Sources, position: number): Freshness {
    if (position < this.#oldBefore || this.#position - position > this.#changes.length) return 'wrong';
    let freshness: Freshness = 'fresh';
    for (
      let index = this.#changes.length - (this.#position - position);
      index < this.#changes.length;
      index++
    ) {
      const change = this.#changes[index];
      if (!change || !affects(change, sources)) continue;
      if (!isGradual.has(change.kind)) return 'wrong';
      freshness = 'late';
    }
    return freshness;
  }
}
