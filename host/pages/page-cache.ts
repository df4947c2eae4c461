import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { DAY_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import type { Freshness, Sources } from '@/server/http/sources';
import { collectSources, type PublicChanges } from '@/server/http/public-changes';
import type { PageCacheFigures } from '@/server/metrics/metrics';
import type { PageKey, PageKeyReader } from './page-key';
import { isStorable, keptHeaders, type RenderedPage, sendRendered } from './render-page';
import { describeRefusal, type RenderCounter, RenderQueue, type Turn } from './render-queue';
import {
  prepareBody,
  sendStored,
  Shrinker,
  sizeOf,
  type StoredResponse,
  storeResponse,
} from './stored-response';

type Page = Extract<PageKey, { kind: 'page' }>;

type Entry = {
  page: Page;
  stored: StoredResponse;
  sources: Sources;
  /** What the changes up to a position made of the page. */
  freshness: Freshness;
  position: number;
  madeAtMs: number;
  /** When this process learned that the page is out of date. */
  lateSinceMs?: number;
  /** How often it was sent. */
  sentCount: number;
  isShrunk: boolean;
};

/** A request, and the headers of its response alone. */
type Visit = { req: IncomingMessage; res: ServerResponse; added: readonly string[]; requestId: string };

type PageCacheOptions = {
  readKey: PageKeyReader;
  render: (target: string, requestId: string) => Promise<RenderedPage>;
  countRender: RenderCounter;
  changes: PublicChanges;
  /** Called once for each request that the cache answers, before it answers. */
  begin: (req: IncomingMessage, res: ServerResponse, path: string) => Omit<Visit, 'req' | 'res'>;
  /** The path of the page that has taken the place of an old path. */
  findMoved: (oldPath: string) => Promise<string | undefined>;
  /** Sent with the responses that are no page: redirects and "busy". */
  headers: ReadonlyMap<string, string>;
  /** The memory for all pages. */
  bytesMax: number;
};

const LIMITS = {
  /** The share of the memory for deep pages, searches and pages that do not exist: anybody can ask for any number of them. */
  deepShare: 1 / 8,
  /** The share of a segment for one page. */
  pageShare: 1 / 16,
} as const;

/** A page is rendered at most this often because of gradual changes. */
const RENDER_EVERY_MS = 250;
/** For so long after a gradual change is known, the old page is shown while the new one is rendered. */
const LATE_MS_MAX = 250;
/** For so long the old page is shown when no new one can be made. */
const STALE_IF_ERROR_MS = DAY_MS;
/** The lifetime of pages that nothing tells the sources of, such as searches that another company answers. */
export const UNKNOWN_SOURCES_MS = SECOND_MS;

/** Whole responses of pages that are the same for everyone. A page is rendered once however many ask for it at once. */
export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #common: LRUCache<string, Entry>;
  readonly #deep: LRUCache<string, Entry>;
  readonly #rendering = new Map<string, Promise<Entry | RenderedPage>>();
  readonly #queue = new RenderQueue();
  readonly #shrinker = new Shrinker();
  readonly #results = { hit: 0, stale: 0, miss: 0, refused: 0 };

  constructor(options: PageCacheOptions) {
    this.#options = options;
    const { bytesMax } = options;
    this.#common = segment(bytesMax * (1 - LIMITS.deepShare));
    this.#deep = segment(bytesMax * LIMITS.deepShare);
  }

  /** How requests were answered: at once, at once with an outdated page, after rendering, not at all. */
  get figures(): PageCacheFigures {
    const entries = this.#common.size + this.#deep.size;
    const bytes = this.#common.calculatedSize + this.#deep.calculatedSize;
    return { results: this.#results, entries, bytes, waitingRenders: this.#queue.waitingCount };
  }

  /** Answers a GET or HEAD request for a page. False: this is no page that is the same for everyone. */
  answer(req: IncomingMessage, res: ServerResponse): boolean {
    const { url = '/' } = req;
    // Most requests are spelled like the key.
    const entry = this.#find(url);
    const key = entry?.page ?? this.#options.readKey(url);
    if (key === undefined) return false;
    if (key.kind === 'redirect') {
      this.#redirect(key, { req, res, ...this.#options.begin(req, res, '') });
      return true;
    }
    const visit = { req, res, ...this.#options.begin(req, res, key.path) };
    if (entry && this.#options.changes.keepUp() === undefined && this.#freshness(entry) === 'fresh') {
      sendStored(entry.stored, visit);
      this.#results.hit += 1;
      entry.sentCount += 1;
      this.#shrinker.shrink(entry);
    } else void (key.mayBeOld ? this.#serveOld(key, visit) : this.#serve(key, visit));
    return true;
  }

  #redirect({ status, location }: { status: number; location: string }, { res, added }: Visit): void {
    const headers = [...this.#options.headers].flat();
    res.writeHead(status, [...headers, 'location', location, 'content-length', '0', ...added]).end();
  }

  /** Who asks for more than a visitor does gets the answer for missing pages. */
  async #serveOld(page: Page, visit: Visit): Promise<void> {
    const { countRender, findMoved } = this.#options;
    const isRefused = (await countRender(visit.req, { isDeep: true }).catch(() => null)) === null;
    const looking = isRefused ? undefined : findMoved(page.path).catch((error: unknown) => ({ error }));
    const found = await looking;
    if (found === undefined) await this.#serve(page, visit);
    else if (typeof found === 'string') this.#redirect({ status: 308, location: found }, visit);
    else this.#refuse(visit, found.error);
  }

  async #serve(page: Page, visit: Visit): Promise<void> {
    const { changes } = this.#options;
    await changes.keepUp();
    const entry = this.#find(page.target);
    const freshness = entry && this.#freshness(entry);
    // Pages that anybody can make up stay unknown when they are stored.
    const isUnknown = !page.isCommon && (page.isDeep || entry?.stored.status !== 200);
    const nowMs = performance.now();
    if (entry && freshness !== 'fresh' && this.#mayStillShow(entry, freshness, nowMs)) {
      if (nowMs - entry.madeAtMs > RENDER_EVERY_MS)
        this.#make(page, visit, { isUnknown }).catch(() => undefined);
      this.#results.stale += 1;
      sendStored(entry.stored, visit);
      return;
    }
    if (entry && freshness === 'fresh') {
      this.#results.hit += 1;
      sendStored(entry.stored, visit);
      return;
    }
    try {
      const made = await this.#makeFresh(page, visit, isUnknown);
      const isFailure = 'body' in made && made.status >= 500;
      if (isFailure && entry && nowMs - entry.madeAtMs < STALE_IF_ERROR_MS) sendStored(entry.stored, visit);
      else if ('stored' in made) sendStored(made.stored, visit);
      else sendRendered(made, visit);
    } catch (error) {
      if (entry) sendStored(entry.stored, visit);
      else this.#refuse(visit, error);
    }
  }

  /** The rendering that a request joins may have begun before a change: then the page is rendered again. */
  async #makeFresh(page: Page, visit: Visit, isUnknown: boolean): Promise<Entry | RenderedPage> {
    this.#results.miss += 1;
    const isCounted = isUnknown && !this.#rendering.has(page.target);
    const turn = {
      isUnknown,
      address: isCounted ? await this.#options.countRender(visit.req, page) : undefined,
    };
    const made = await this.#make(page, visit, turn);
    if (!('stored' in made) || this.#freshness(made) !== 'wrong') return made;
    return this.#make(page, visit, turn).catch(() => made);
  }

  #find(target: string): Entry | undefined {
    return this.#common.get(target) ?? this.#deep.get(target);
  }

  #freshness(entry: Entry): Freshness {
    const { changes } = this.#options;
    if (performance.now() - entry.madeAtMs > entry.sources.maxAgeMs) return 'wrong';
    // Each change is compared once: while members upvote, there are hundreds until the page is rendered again.
    if (entry.position !== changes.position) {
      const since = changes.judge(entry.sources, entry.position);
      entry.position = changes.position;
      if (since === 'wrong' || entry.freshness === 'fresh') entry.freshness = since;
      if (entry.freshness !== 'fresh') entry.lateSinceMs ??= performance.now();
    }
    return entry.freshness;
  }

  #mayStillShow(entry: Entry, freshness: Freshness | undefined, nowMs: number): boolean {
    const ageMs = nowMs - entry.madeAtMs;
    // While the database is unreachable, its changes are unknown.
    if (!this.#options.changes.isCurrent) return ageMs < STALE_IF_ERROR_MS;
    if (freshness !== 'late') return false;
    return ageMs < RENDER_EVERY_MS || nowMs - (entry.lateSinceMs ?? nowMs) < LATE_MS_MAX;
  }

  #make(page: Page, visit: Visit, turn: Turn): Promise<Entry | RenderedPage> {
    const pending = this.#rendering.get(page.target);
    if (pending) return pending;
    const making = this.#queue
      .run(turn, () => this.#renderAndKeep(page, visit))
      .finally(() => this.#rendering.delete(page.target));
    this.#rendering.set(page.target, making);
    return making;
  }

  async #renderAndKeep(page: Page, { req, requestId }: Visit): Promise<Entry | RenderedPage> {
    const { position } = this.#options.changes;
    const { made, sources } = await collectSources(() => this.#options.render(page.target, requestId));
    if (!isStorable(made)) return made;
    if (!page.isFixed && isUnknown(sources)) sources.maxAgeMs = UNKNOWN_SOURCES_MS;
    const stored = storeResponse({ ...made, headers: keptHeaders(made), isCompressible: true });
    prepareBody(stored, req);
    const madeAtMs = performance.now();
    const state = { freshness: 'fresh', position, madeAtMs, sentCount: 0, isShrunk: false } as const;
    const entry: Entry = { page, stored, sources, ...state };
    const isMissing = made.status !== 200;
    (page.isDeep || isMissing ? this.#common : this.#deep).delete(page.target);
    (page.isDeep || isMissing ? this.#deep : this.#common).set(page.target, entry);
    return entry;
  }

  #refuse({ res, added }: Visit, error: unknown): void {
    this.#results.refused += 1;
    const { status, message, seconds } = describeRefusal(error);
    const body = `${message}\n`;
    const own = {
      'content-type': 'text/plain; charset=UTF-8',
      'retry-after': String(seconds),
      'content-length': String(Buffer.byteLength(body)),
    };
    const headers = [...this.#options.headers, ...Object.entries(own)].flat();
    res.writeHead(status, [...headers, ...added]).end(body);
  }
}

const segment = (bytesMax: number) =>
  new LRUCache<string, Entry>({
    maxSize: bytesMax,
    maxEntrySize: bytesMax * LIMITS.pageShare,
    sizeCalculation: ({ stored, sources }, target) =>
      sizeOf(stored) + 2 * target.length + 64 * (sources.products.size + sources.users.size),
  });

const isUnknown = ({ products, users, lists, isFromAbsence, isFromSearch, isFromTags }: Sources) =>
  products.size + users.size + lists.length === 0 && !(isFromAbsence || isFromSearch || isFromTags);
