import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { CALLS } from '@/lib/contract/calls';
import { failuresOf } from '@/lib/contract/call';
import { ERROR_STATUS, failure } from '@/lib/contract/errors';
import { provideSiteWords } from '@/lib/texts/site-words';
import { createApp } from '@/server/app';
import { openSession } from '@/server/commands/account/sign-in';
import { Brakes } from '@/server/limits/brakes';
import type { Deps } from '@/server/deps';
import { readEnv, type ServerEnv } from '@/server/config/env';
import { SiteSettings } from '@/server/config/site-settings';
import { createCursorSigner, createNetworkHash } from '@/server/http/derived-keys';
import { KnownHits } from '@/server/http/known-hits';
import { PublicChanges } from '@/server/http/public-changes';
import { ResponseCache } from '@/server/http/response-cache';
import type { Message } from '@/server/mail/mail';
import { Metrics } from '@/server/metrics/metrics';
import { createFileStore } from '@/server/images/image-store-file';
import { JobWaker } from '@/server/base/job-waker';
import { createIdentity } from '@/server/create-deps';
import {
  createBackupLinks,
  createNewsletterLinks,
  createSetupLinks,
  createStaffNoticeLinks,
} from '@/server/mail/signed-links';
import { listBrakes } from '@/server/queries/brakes';
import { listPublicChanges } from '@/server/queries/public-changes';
import { findSettingsVersion } from '@/server/queries/settings';
import { createRateLimits, type RateLimits } from '@/server/limits/rate-limits';
import { createKeyRing, createDigestKeys, createSecretBox } from '@/server/sessions/key-ring';
import { UpvoteQueue } from '@/server/upvote-queue';
import { createSessionTokens } from '@/server/sessions/session-token';
import { Vocabulary } from '@/server/search/vocabulary';
import { createCardWorkers, createImageWorkers } from '@/server/workers/image-workers';
import { readInThread } from '@/server/workers/list-workers';
import { createTextWorkers } from '@/server/workers/text-workers';
import { setUpTestDatabase } from './test-database';

type RequestOptions = {
  /** Sent as JSON unless it is a form already. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Whose connection it is; absent, there is none. */
  remoteAddress?: string;
};

export type TestAnswer = { status: number; headers: Headers; body: unknown; text: string };

/** What every test takes for now, unless it moves the clock. */
export const testNow = new Date('2026-06-01T12:00:00.000Z');

/** Other processes that are to know a test's sessions need it as SESSION_KEYS. */
export const testSessionKey = Buffer.alloc(32, 7).toString('base64url');
const keyRing = createKeyRing([testSessionKey]);
export const secretBox = createSecretBox(keyRing);
/** Read once, because the file of the site takes 10 ms to check. */
const defaultEnv = readEnv({ APP_ENV: 'development', LOCAL_IDENTITY: 'on' });
const sessionTokens = createSessionTokens(keyRing);
export const cursorSigner = createCursorSigner(keyRing);
export const newsletterLinks = createNewsletterLinks(keyRing);
export const staffNoticeLinks = createStaffNoticeLinks(keyRing);
export const setupLinks = createSetupLinks(keyRing);
export const backupLinks = createBackupLinks(keyRing);

/** The real product server on a database of its own, with a clock that stands still and mail that is kept. */
export function setUpTestApp(
  env: Partial<ServerEnv> | (() => Partial<ServerEnv>) = {},
  parts: Partial<Deps> = {},
  options: Parameters<typeof setUpTestDatabase>[0] = {},
  /** The variables of the environment, which win over stored settings. */
  source: Readonly<Record<string, string>> = { APP_ENV: 'development', LOCAL_IDENTITY: 'on' },
) {
  const database = setUpTestDatabase(options);
  const sent: Message[] = [];
  const clock = { now: testNow };
  const now = () => clock.now;
  const fixedEnv = Object.values(source).length > 2 ? readEnv(source) : defaultEnv;
  const createEnv = (): ServerEnv => ({ ...fixedEnv, ...(typeof env === 'function' ? env() : env) });
  /** Settings change it, so requests of one test share it. */
  let keptEnv: ServerEnv | undefined;
  const testEnv = () => (typeof env === 'function' ? createEnv() : (keptEnv ??= createEnv()));
  let keptSettings: SiteSettings | undefined;
  const createSettings = () =>
    new SiteSettings({
      ...{ env: testEnv(), source, logger, secrets: secretBox },
      read: (before) => findSettingsVersion(database.db, before),
    });
  const settings = () => (typeof env === 'function' ? createSettings() : (keptSettings ??= createSettings()));
  // Nothing expires during a test, so that a write that leaves a stale response behind shows on the slowest machine.
  const publicChanges = new PublicChanges((since) => listPublicChanges(database.db, since), {
    readEveryMs: 0,
    knownForMs: 0,
  });
  publicChanges.onSiteChange(() => settings().load());
  const responseCache = new ResponseCache(publicChanges, { ttlMs: HOUR_MS });
  const metrics = new Metrics();
  metrics.watchResponseCache(() => responseCache.figures);
  const jobWaker = new JobWaker();
  const textWorkers = createTextWorkers();
  const imageWorkers = createImageWorkers();
  const cardWorkers = createCardWorkers(join(tmpdir(), 'test-font-cache'));
  const imageFolder = join(tmpdir(), `test-images-${randomUUID()}`);
  const logger = pino({ level: 'silent' });
  let vocabulary: Vocabulary | undefined;
  let knownHits = new KnownHits(publicChanges);
  let rateLimits: RateLimits | undefined;
  let upvoteQueue: UpvoteQueue | undefined;
  const brakes = new Brakes(() => listBrakes(database.db));
  /** Kept during a test, because creating an app takes longer than most requests. */
  let keptApp: ReturnType<typeof createApp> | undefined;
  const limits = () =>
    parts.rateLimits ?? (rateLimits ??= createRateLimits({ db: database.db, logger, now }));
  const deps = (): Deps => ({
    db: database.db,
    env: testEnv(),
    settings: settings(),
    logger,
    metrics,
    now,
    mail: {
      send: (message) => {
        sent.push(message);
        return Promise.resolve();
      },
    },
    rateLimits: limits(),
    upvoteQueue: (upvoteQueue ??= new UpvoteQueue({ db: database.db, rateLimits: limits(), now })),
    identity: createIdentity({ db: database.db, env: testEnv(), now, sessionKeys: keyRing.keys }),
    sessionTokens,
    digestKeys: createDigestKeys(keyRing),
    cursorSigner,
    networkHash: createNetworkHash(keyRing),
    newsletterLinks,
    staffNoticeLinks,
    setupLinks,
    backupLinks,
    fetchPage: () => Promise.reject(new Error('This test reads no page of the web.')),
    readFreeBytes: () => Promise.resolve(100_000_000_000),
    version: '1.2.3',
    resolveHost: () => Promise.resolve(['93.184.215.14']),
    resolveText: () => Promise.resolve([]),
    images: createFileStore(imageFolder),
    imageWorkers,
    cardWorkers,
    jobWaker,
    brakes,
    publicChanges,
    responseCache,
    vocabulary: (vocabulary ??= new Vocabulary(testEnv().siteLanguage)),
    knownHits,
    textWorkers,
    readInThread,
    ...parts,
  });

  beforeEach(() => {
    sent.length = 0;
    clock.now = testNow;
    responseCache.clear();
    vocabulary = undefined;
    knownHits = new KnownHits(publicChanges);
    rateLimits = undefined;
    upvoteQueue = undefined;
    brakes.forget();
    keptApp = undefined;
    keptEnv = undefined;
    keptSettings = undefined;
  });

  afterAll(async () => {
    await textWorkers.close();
    await imageWorkers.close();
    await cardWorkers.close();
    await rm(imageFolder, { recursive: true, force: true });
  });

  return {
    sent,
    clock,
    deps,
    get db() {
      return database.db;
    },
    get pool() {
      return database.pool;
    },
    /** Headers of a signed-in member's call. */
    async signIn(user: { id: string }, userAgent: string | null = null): Promise<{ accessToken: string }> {
      const session = await openSession(deps(), { userId: user.id, userAgent });
      return { accessToken: `Bearer ${session.token}` };
    },
    async request(
      method: string,
      path: string,
      { body, headers = {}, remoteAddress }: RequestOptions = {},
    ): Promise<TestAnswer> {
      const isForm = body instanceof URLSearchParams || body instanceof FormData;
      const init = {
        method,
        headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      };
      // The part of the server's binding to Node that tells the address of a connection.
      const connection = remoteAddress && { incoming: { socket: { remoteAddress } } };
      // Acts as another process, which may not know the changes of this one.
      brakes.forget();
      if (typeof env === 'function') keptApp = undefined;
      provideSiteWords(testEnv());
      keptApp ??= createApp(deps(), { basePath: '/api' });
      const response = await keptApp.request(path, init, connection || undefined);
      const text = await response.text();
      const isJSON = /^application\/json(?:;|$)/.test(response.headers.get('content-type') ?? '');
      const parsed: unknown = isJSON ? JSON.parse(text) : undefined;
      expectDocumented(method, path, response.status, parsed);
      return { status: response.status, headers: response.headers, text, body: parsed };
    },
  };
}

/** Holds every response of a call, in every test, against what the contract says about its statuses and body. */
function expectDocumented(method: string, path: string, status: number, body: unknown): void {
  const { pathname } = new URL(path, 'http://site.test');
  const call = CALLS.find(
    (candidate) =>
      candidate.method === method.toLowerCase() &&
      new RegExp(`^/api${candidate.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
  );
  if (!call || status === 303) return;
  const statuses = [
    call.status,
    ...(call.isMovable ? [308] : []),
    ...failuresOf(call).map((code) => ERROR_STATUS[code]),
  ];
  expect({ call: `${method} ${call.path}`, statuses }).toEqual({
    call: `${method} ${call.path}`,
    statuses: expect.arrayContaining([status]),
  });
  const schema = status === call.status ? call.answer : failure;
  expect(schema.safeParse(body)).toMatchObject({ success: true });
}
