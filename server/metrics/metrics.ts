import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { SignInWay } from '@/lib/contract/sign-in';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import type { SignInFailure } from '@/lib/contract/plain/sign-in-failure';
import { withDeadline } from '@/server/base/async-context';
import { VERSION } from '@/server/version';

const QUEUES = ['submissions', 'images', 'search', 'mail', 'messages'] as const;
type Queue = (typeof QUEUES)[number];
/** How many entries each queue has, counted up to a limit, and for how long the oldest has waited, where that is known. */
export type QueueFigures = Record<Queue, { count: number; oldestSeconds?: number }>;

type Pool = Readonly<{
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}>;
/** What a cache counts of itself. `results` has one number for each way in which it answered. */
export type CacheFigures = { results: Readonly<Record<string, number>>; bytes: number; entries: number };
export type PageCacheFigures = CacheFigures & { waitingRenders: number };

/** `error`: the sign-in failed through a fault of the server. */
export type SignInOutcome = 'signed-in' | 'error' | SignInFailure;

type Request = { method: string; route: string; status: number; durationMs: number };

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Few, because each route has its own. In seconds. */
const REQUEST_SECONDS = [0.01, 0.05, 0.25, 1, 3, 10];
const QUERY_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10];

/** Figures of the database are read at most this often, however many ask. */
const QUEUES_READ_EVERY_MS = 5 * SECOND_MS;
/** Much less than Prometheus waits for an answer. */
const QUEUES_READ_LIMIT_MS = 1.5 * SECOND_MS;

/** What a process measures of itself, for `GET /metrics`. docs/alerts.md describes every metric. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #registers = [this.#registry];
  readonly contentType = this.#registry.contentType;

  readonly #requests = new Histogram({
    name: 'listgrove_http_request_duration_seconds',
    help: 'Requests by method, pattern of the path and class of the status',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: this.#registers,
  });
  readonly #queries = new Histogram({
    name: 'listgrove_database_query_duration_seconds',
    help: 'Queries from their start on a connection to the end of their answer',
    buckets: QUERY_SECONDS,
    registers: this.#registers,
  });
  readonly #pageRenders = new Histogram({
    name: 'listgrove_page_render_duration_seconds',
    help: 'Renderings of pages, failed ones included',
    buckets: REQUEST_SECONDS,
    registers: this.#registers,
  });
  readonly #slowQueries = this.#counter(
    'listgrove_database_slow_queries_total',
    'Queries that the log lists as slow',
  );
  readonly #databaseUp = this.#gauge(
    'listgrove_database_up',
    '1 if the database answered when it was last asked, else 0',
  );
  readonly #queueEntries = this.#gauge('listgrove_queue_entries', 'Waiting entries, up to 10,000', ['queue']);
  readonly #queueOldest = this.#gauge(
    'listgrove_queue_oldest_seconds',
    'For how long the oldest entry has waited, or an email has been due; 0 without one',
    ['queue'],
  );
  readonly #jobRuns = this.#counter('listgrove_job_runs_total', 'Runs of background jobs', [
    'job_name',
    'outcome',
  ]);
  readonly #jobSucceededAt = this.#gauge(
    'listgrove_job_last_success_timestamp_seconds',
    'When a job last succeeded in this process; before that, when the process started',
    ['job_name'],
  );
  readonly #jobDuration = this.#gauge('listgrove_job_last_duration_seconds', 'How long the last run took', [
    'job_name',
  ]);
  readonly #jobInterval = this.#gauge('listgrove_job_interval_seconds', 'How often a job is to run', [
    'job_name',
  ]);
  readonly #emails = this.#counter('listgrove_emails_total', 'Attempts to send an email', ['outcome']);
  readonly #signIns = this.#counter('listgrove_sign_ins_total', 'Ended sign-ins', ['provider', 'outcome']);

  #queuesReadAtMs = -Infinity;
  #reading: Promise<string> | undefined;

  constructor() {
    const { node } = process.versions;
    this.#gauge('listgrove_build_info', 'Always 1', ['version', 'node']).set({ version: VERSION, node }, 1);
    for (const outcome of ['sent', 'failed', 'uncertain']) this.#emails.inc({ outcome }, 0);
  }

  /** Measures the process itself as well: event loop, memory, CPU, garbage collection, files. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
    // They would list every socket at each scrape.
    for (const name of ['nodejs_active_handles', 'nodejs_active_requests', 'nodejs_active_resources']) {
      this.#registry.removeSingleMetric(name);
      this.#registry.removeSingleMetric(`${name}_total`);
    }
  }

  watchPool(pool: Pool): void {
    this.#watched(
      'listgrove_database_connections_in_use',
      'Connections at work',
      () => pool.totalCount - pool.idleCount,
    );
    this.#watched('listgrove_database_connections_idle', 'Open, without work', () => pool.idleCount);
    this.#watched(
      'listgrove_database_connections_max',
      'The most connections that the pool opens',
      () => pool.options.max,
    );
    this.#watched('listgrove_database_waiting', 'Work that waits for a connection', () => pool.waitingCount);
  }

  watchReplicas(replicas: { lagSeconds: number } | undefined): void {
    this.#watched(
      'listgrove_database_replica_lag_seconds',
      'The lag of the replica that is furthest behind; -1 while one does not answer',
      () => replicas?.lagSeconds ?? 0,
    );
  }

  watchResponseCache(read: () => CacheFigures): void {
    this.#watchCache('response', read);
  }

  watchPageCache(read: () => PageCacheFigures): void {
    this.#watchCache('page', read);
    this.#watched(
      'listgrove_page_renders_waiting',
      'Pages that wait to be rendered',
      () => read().waitingRenders,
    );
  }

  /** @param request.route the pattern of the path, never the path itself: it may name a person, and there is no end of paths. */
  noteRequest({ method, route, status, durationMs }: Request): void {
    const known = method === 'HEAD' ? 'GET' : METHODS.has(method) ? method : 'other';
    const labels = { method: known, route, status: `${Math.floor(status / 100)}xx` };
    this.#requests.observe(labels, durationMs / SECOND_MS);
  }

  noteQuery({ durationMs, isSlow }: { durationMs: number; isSlow: boolean }): void {
    this.#queries.observe(durationMs / SECOND_MS);
    if (isSlow) this.#slowQueries.inc();
  }

  timePageRender<T>(render: () => Promise<T>): Promise<T> {
    const end = this.#pageRenders.startTimer();
    return render().finally(() => end());
  }

  /** Called once for each job, before its first run. */
  noteJob(job: string, everyMs: number): void {
    const labels = labelsOf(job);
    for (const outcome of ['succeeded', 'failed']) this.#jobRuns.inc({ ...labels, outcome }, 0);
    this.#jobInterval.set(labels, everyMs / SECOND_MS);
    this.#jobSucceededAt.setToCurrentTime(labels);
  }

  noteJobRun(job: string, run: { outcome: 'succeeded' | 'failed'; durationMs: number }): void {
    const labels = labelsOf(job);
    this.#jobRuns.inc({ ...labels, outcome: run.outcome });
    this.#jobDuration.set(labels, run.durationMs / SECOND_MS);
    if (run.outcome === 'succeeded') this.#jobSucceededAt.setToCurrentTime(labels);
  }

  /** @param outcome `uncertain`: the mail server may have taken the email although it did not say so. */
  noteEmail(outcome: 'sent' | 'failed' | 'uncertain'): void {
    this.#emails.inc({ outcome });
  }

  noteSignIn(provider: SignInWay | 'passkey', outcome: SignInOutcome): void {
    this.#signIns.inc({ provider, outcome });
  }

  /** All metrics in the text format of Prometheus. Without the database, the queues are missing. */
  read(readQueues: () => Promise<QueueFigures>): Promise<string> {
    this.#reading ??= this.#updateQueues(readQueues)
      .then(() => this.#registry.metrics())
      .finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #updateQueues(readQueues: () => Promise<QueueFigures>): Promise<void> {
    if (performance.now() - this.#queuesReadAtMs < QUEUES_READ_EVERY_MS) return;
    const figures = await withDeadline(QUEUES_READ_LIMIT_MS, readQueues).catch(() => undefined);
    this.#queuesReadAtMs = performance.now();
    this.#databaseUp.set(figures ? 1 : 0);
    this.#queueEntries.reset();
    this.#queueOldest.reset();
    if (!figures) return;
    for (const queue of QUEUES) {
      const { count, oldestSeconds } = figures[queue];
      this.#queueEntries.set({ queue }, count);
      if (oldestSeconds !== undefined) this.#queueOldest.set({ queue }, Math.max(0, oldestSeconds));
    }
  }

  #watchCache(cache: 'response' | 'page', read: () => CacheFigures): void {
    new Counter({
      name: `listgrove_${cache}_cache_requests_total`,
      help: 'Lookups by their result',
      labelNames: ['result'],
      registers: this.#registers,
      collect() {
        this.reset();
        for (const [result, count] of Object.entries(read().results)) this.inc({ result }, count);
      },
    });
    this.#watched(`listgrove_${cache}_cache_entries`, 'Entries in memory', () => read().entries);
    this.#watched(`listgrove_${cache}_cache_bytes`, 'The memory that the entries take', () => read().bytes);
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []) {
    return new Gauge({ name, help, labelNames, registers: this.#registers });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[] = []) {
    return new Counter({ name, help, labelNames, registers: this.#registers });
  }

  /** A gauge whose value is known elsewhere, and read when somebody asks. */
  #watched(name: string, help: string, count: () => number): void {
    const registers = this.#registers;
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(count());
      },
    });
  }
}

/** Prometheus has a label `job` of its own. */
const labelsOf = (job: string) => ({ job_name: job });
