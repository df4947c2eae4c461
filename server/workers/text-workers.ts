import { availableParallelism } from 'node:os';
import * as z from 'zod/mini';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { hasErrorCode, ApiError, DeadlineError } from '@/server/base/errors';
import { FetchRefusal } from '@/server/web/fetch-limits';
import type { FetchedPage } from '@/server/web/guarded-fetch';
import { type PageFingerprint, pageFingerprint } from '@/lib/contract/site-check';
import { workerFile } from '@/server/base/worker-file';
import { openThread, RunningWorker, WorkerEndedError } from './running-worker';
import type { TextTask } from './text-worker';
import { type TaskOptions, WorkerPool } from './worker-pool';
import { say, text } from '@/lib/texts/texts';

/** Work on texts whose cost their author chooses. Runs in threads, so that it never delays other requests. */
export interface TextWorkers {
  /**
   * Renders Markdown as safe HTML.
   *
   * @throws ApiError `bad_request` naming the field `description` when the text takes too long or its HTML is too
   *   large; `unavailable` when too many texts are waiting; `rate_limited` when too many of them are the owner's.
   */
  renderMarkdown(markdown: string, ownerId?: string): Promise<string>;
  /** Renders a page that the owner of the site has written. Fails as `renderMarkdown`, naming the field `body`. */
  renderPage(markdown: string): Promise<string>;
  /**
   * Reads the metadata of a fetched page.
   *
   * @throws FetchRefusal `page` when the page takes too long; ApiError `unavailable` and `rate_limited` as above.
   */
  readPage(page: FetchedPage, ownerId?: string): Promise<PageDetails>;
  /** Reads the tokens of a page that prove who owns its site. Fails as `readPage`. */
  readProofTokens(page: FetchedPage): Promise<string[]>;
  /** Reads what the checks of a site compare. Fails as `readPage`. */
  fingerprintPage(page: FetchedPage): Promise<PageFingerprint>;
  /** Reads what a robots.txt says to an agent about a URL. Fails as `readPage`. */
  readRobots(text: string, url: URL, agent: string): Promise<RobotsRule>;
  close(): Promise<void>;
}

const renderMsMax = 250;
const renderPageMsMax = 2_000;
const readPageMsMax = 500;
const heapMbMax = 64;
/** Tasks that may wait per thread: together at most a few seconds. */
const queuePerThreadMax = 20;
/** One CPU is left to requests. */
const threadsMax = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Null for HTML that is too large. */
const rendered = z.object({ html: z.nullable(z.string()) });
const iconLink = z.object({ url: z.string(), pxMin: z.number() });
const pageDetails = z.object({
  name: z.string(),
  tagline: z.string(),
  imageURL: z.optional(z.string()),
  facts: z.object({ license: z.optional(z.string()), repository: z.optional(z.string()) }),
  icons: z.object({
    touch: z.array(iconLink),
    manifestURL: z.optional(z.string()),
    other: z.array(iconLink),
  }),
});
const proofTokens = z.object({ tokens: z.array(z.string()) });
const robotsRule = z.object({ isAllowed: z.boolean(), crawlDelaySeconds: z.optional(z.number()) });
export type RobotsRule = z.infer<typeof robotsRule>;
type PageDetails = z.infer<typeof pageDetails>;

const program = workerFile(import.meta.url, 'text-worker');

export function createTextWorkers(): TextWorkers {
  const pool = new WorkerPool({
    open: () => new RunningWorker(openThread(program, heapMbMax)),
    workersMax: threadsMax,
    queueMax: threadsMax * queuePerThreadMax,
    idleMsMax: 10 * MINUTE_MS,
  });
  const run = async (task: TextTask, options: TaskOptions, refusal: () => Error): Promise<unknown> => {
    try {
      return await pool.run(task, options);
    } catch (error) {
      throw isTooCostly(error) ? refusal() : error;
    }
  };
  return {
    async renderMarkdown(markdown, ownerId) {
      if (markdown === '') return '';
      const options = { msMax: renderMsMax, ownerId };
      const { html } = rendered.parse(await run({ kind: 'markdown', markdown }, options, tooComplex));
      if (html === null) throw tooComplex();
      return html;
    },
    async renderPage(markdown) {
      if (markdown === '') return '';
      const task = { kind: 'own-page', markdown } as const;
      const { html } = rendered.parse(await run(task, { msMax: renderPageMsMax }, tooComplexPage));
      if (html === null) throw tooComplexPage();
      return html;
    },
    async readPage(page, ownerId) {
      const task = taskOf('page', page);
      return pageDetails.parse(await run(task, { msMax: readPageMsMax, ownerId }, unreadablePage));
    },
    async fingerprintPage(page) {
      const task = taskOf('fingerprint', page);
      return pageFingerprint.parse(await run(task, { msMax: readPageMsMax }, unreadablePage));
    },
    async readProofTokens(page) {
      const found = await run(taskOf('proof', page), { msMax: readPageMsMax }, unreadablePage);
      return proofTokens.parse(found).tokens;
    },
    async readRobots(text, url, agent) {
      const task = { kind: 'robots', text, url: url.href, agent } as const;
      return robotsRule.parse(await run(task, { msMax: readPageMsMax }, unreadablePage));
    },
    close: () => pool.close(),
  };
}

/** Copies the bytes, because a Buffer can be a part of a larger one, which would be sent as a whole. */
const taskOf = <Kind extends 'page' | 'fingerprint' | 'proof'>(
  kind: Kind,
  { bytes, contentType, isCut, url }: FetchedPage,
) => ({ kind, bytes: new Uint8Array(bytes), contentType, isCut, url: url.href });

const isTooCostly = (error: unknown) =>
  error instanceof DeadlineError ||
  (error instanceof WorkerEndedError && hasErrorCode(error.cause, 'ERR_WORKER_OUT_OF_MEMORY'));

const unreadablePage = () =>
  new FetchRefusal(
    'target',
    text('fetch.pageTooSlow', 'The page takes too long to read. Please fill in the rest.'),
  );

function tooComplex(): ApiError {
  const message = text(
    'description.tooComplex',
    'This description takes too long to format. Use fewer brackets, links, tables and nested lists, or make it shorter.',
  );
  return new ApiError('bad_request', message, { fields: { description: say(message) } });
}

function tooComplexPage(): ApiError {
  const message = text(
    'ownPage.tooComplex',
    'This text takes too long to format. Use fewer brackets, links, tables and nested lists, or make it shorter.',
  );
  return new ApiError('bad_request', message, { fields: { body: say(message) } });
}
