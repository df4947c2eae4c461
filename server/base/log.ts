import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { currentContext, runInContext } from './async-context';
import { PlainError } from './errors';

/** Fields that are redacted in logs, at any of the first three levels of an object. */
const secrets = [
  'accessToken',
  'authorization',
  'cookie',
  'encrypted_token',
  'idToken',
  'token',
  'email',
  'password',
];

/** Lines are gathered and written together, after this many characters or `LOG_DELAY_MS_MAX`; fatal ones at once. */
const LOG_CHARS_MIN = 64 * 1024;
const LOG_DELAY_MS_MAX = 500;
const OUTPUT_BYTES_MIN = 1024 * 1024;
const LINE_BYTES_MAX = 8 * 1024;

/** What a line of the log belongs to: a request, or one run of a job. */
export type Work = { requestId: string } | { job: string; jobRunId: string };

declare module './async-context' {
  interface AsyncContext {
    work?: Work;
  }
}

/** Adds the id to every line that is logged while `handle` runs, however deep in its calls. */
export const runWithRequestId = <T>(requestId: string, handle: () => T): T =>
  runInContext({ work: { requestId } }, handle);

/** Adds the job and an id of this run to every line that is logged while `run` runs. */
export const runAsJob = <T>(job: string, run: () => T): T =>
  runInContext({ work: { job, jobRunId: randomUUID() } }, run);

export const currentWork = (): Work | undefined => currentContext().work;

export const runAfterWork = <T>(work: Work | undefined, log: () => T): T => runInContext({ work }, log);

export function currentRequestId(): string | undefined {
  const work = currentWork();
  return work && 'requestId' in work ? work.requestId : undefined;
}

/**
 * The log of a process: one JSON object per line, at most 8 KiB. Errors of other code are logged without their messages.
 *
 * @see describeError for what is logged of an error.
 */
export function createLogger(level: LevelWithSilent, destination: DestinationStream = openOutput()): Logger {
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const streamWrite = (line: string) => (Buffer.byteLength(line) > LINE_BYTES_MAX ? shorten(line) : line);
  const logger = pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      serializers: { err: describeError },
      mixin: () => ({ ...currentWork() }),
      hooks: {
        logMethod(args, method) {
          const [entry, message] = args;
          // Without a message, pino would log that of the error.
          if (entry instanceof Error) method.call(this, { err: entry }, message ?? 'An error occurred.');
          else method.apply(this, args);
        },
        streamWrite,
      },
    },
    destination,
  );
  destinations.set(logger, destination);
  return logger;
}

const destinations = new WeakMap<Logger, DestinationStream>();

export type RequestLine = {
  requestId: string;
  method: string;
  /** The pattern of the path. */
  route: string;
  status: number;
  durationMs: number;
};

const LINE_ORIGIN = `"pid":${process.pid},"hostname":${JSON.stringify(hostname())}`;

/**
 * Logs a request, whose fields are ours alone, in the form of pino's lines. pino looks for secrets and errors, and takes
 * 3 µs for a line without them: a twentieth of the CPU of a page from the cache. This takes a tenth of that.
 */
export function logRequest(
  logger: Logger,
  { requestId, method, route, status, durationMs }: RequestLine,
): void {
  const destination = destinations.get(logger);
  if (!destination || !logger.isLevelEnabled('info')) return;
  const names = `"requestId":${JSON.stringify(requestId)},"method":${JSON.stringify(method)},"route":${JSON.stringify(route)}`;
  const figures = `"status":${status},"durationMs":${Math.round(durationMs * 10) / 10}`;
  destination.write(
    `{"level":30,"time":"${new Date().toISOString()}",${LINE_ORIGIN},${names},${figures},"msg":"request"}\n`,
  );
}

/**
 * The standard output. It gathers lines itself: pino's output would copy all lines that it holds with each new one, which
 * took a seventh of the CPU of a page from the cache.
 */
function openOutput(): DestinationStream & { flush: () => void; flushSync: () => void } {
  // Writes nothing before it is told to, so that nothing is on its way when the process exits.
  const output = pino.destination({
    fd: 1,
    sync: false,
    minLength: OUTPUT_BYTES_MIN,
    maxWrite: 2 * OUTPUT_BYTES_MIN,
  });
  let lines: string[] = [];
  let charCount = 0;
  const pass = () => {
    if (lines.length > 0) output.write(lines.join(''));
    lines = [];
    charCount = 0;
  };
  const flush = () => {
    pass();
    output.flush();
  };
  const flushSync = () => {
    pass();
    output.flushSync();
  };
  setInterval(flush, LOG_DELAY_MS_MAX).unref();
  process.once('exit', flushSync);
  return {
    write(line) {
      lines.push(line);
      charCount += line.length;
      if (charCount >= LOG_CHARS_MIN) flush();
    },
    flush,
    flushSync,
  };
}

/** Keeps the level and the time, which begin a line. */
function shorten(line: string): string {
  const start = /^\{"level":\d+,"time":"[^"]+"/.exec(line)?.[0] ?? '{"level":50';
  return `${start},"bytes":${Buffer.byteLength(line)},"msg":"A line was too long for the log."}\n`;
}

export type ErrorDescription = {
  /** The class. */
  type: string;
  /** Of an error of this code alone. */
  message?: string;
  code?: string;
  /** Which SQL statement failed: its verb, its table and a digest of its text. */
  statement?: string;
  constraint?: string;
  table?: string;
  column?: string;
  /** The function of PostgreSQL that reported the error. */
  routine?: string;
  /** Of a failed call to the product server: under which id the server logged it. */
  requestId?: string;
  stack: string[];
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
};

const NAMES = ['code', 'constraint', 'table', 'column', 'routine', 'requestId'] as const;
const FRAMES_MAX = 12;
const CAUSE_FRAMES_MAX = 4;
const FRAME_CHARS_MAX = 160;
const MESSAGE_CHARS_MAX = 1_000;
const CAUSES_MAX = 4;

/**
 * What may be logged of an error: its class, its codes, the statement and the stack frames.
 *
 * Its message only if it is a {@link PlainError}: messages of the database, of parsers and of other servers repeat what
 * people entered.
 */
export function describeError(error: unknown): ErrorDescription {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, stack: [] };
  const { cause } = error;
  const statement: unknown = Reflect.get(error, 'query');
  return {
    type: nameOf(error.constructor.name) ?? 'Error',
    ...(error instanceof PlainError &&
      error.isLogged && { message: error.message.slice(0, MESSAGE_CHARS_MAX) }),
    ...Object.fromEntries(NAMES.map((name) => [name, nameOf(Reflect.get(error, name))])),
    ...(typeof statement === 'string' && { statement: describeStatement(statement) }),
    stack: stackFrames(error, depth === 0 ? FRAMES_MAX : CAUSE_FRAMES_MAX),
    ...(cause instanceof Error && depth < CAUSES_MAX && { cause: describe(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < CAUSES_MAX && {
        errors: error.errors.slice(0, 2).map((part) => describe(part, CAUSES_MAX)),
      }),
  };
}

/** Codes and names of tables have this form; sentences and most values do not. */
const nameOf = (value: unknown) =>
  (typeof value === 'string' && /^[\w./:-]{1,64}$/.test(value)) || typeof value === 'number'
    ? String(value)
    : undefined;

/** The digest tells statements apart. Their text is left out, because a literal in it may be a value. */
export function describeStatement(text: string): string {
  const verb = /^\s*(\w{1,20})/.exec(text)?.[1] ?? 'statement';
  const table = /\b(?:from|into|update)\s+"?(\w{1,63})/i.exec(text)?.[1] ?? '';
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return [verb.toLowerCase(), table, digest].filter(Boolean).join(' ');
}

/** The name that begins a stack; pg's errors are called `error`. */
const STACK_START = /^(?:Uncaught )?[\w$.]+(?: \[\w+\])?(?:: |\n|$)/;

/** The frames follow the message, which may itself contain lines that look like frames. */
function stackFrames({ stack = '', message }: Error, framesMax: number): string[] {
  const [start] = STACK_START.exec(stack) ?? [];
  if (start === undefined || !stack.startsWith(message, start.length)) return [];
  return stack
    .slice(start.length + message.length)
    .split('\n')
    .flatMap((line) => /^ {4}at (.+)$/.exec(line)?.[1] ?? [])
    .slice(0, framesMax)
    .map((frame) => frame.replace('file://', '').replace(`${process.cwd()}/`, '').slice(0, FRAME_CHARS_MAX));
}
