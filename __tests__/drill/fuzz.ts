import { type Operation, readOperations } from './fuzz-document';
import { type FuzzRequest, makeRequest } from './fuzz-requests';
import { Draw, KnownValues } from './fuzz-values';

const ACTORS = ['anonymous', 'member', 'moderator'] as const;
export type FuzzedActor = Exclude<(typeof ACTORS)[number], 'anonymous'>;

/** The site under test. It must not limit the rate of requests. */
export type FuzzTarget = {
  /** The content of /openapi.json. */
  document: unknown;
  /** Sends a request below the base path of the calls. */
  send: (request: FuzzRequest) => Promise<Response>;
  /** The headers of a new session, of an account that is in good standing again. */
  signIn: (actor: FuzzedActor) => Promise<Record<string, string>>;
};

type FuzzFailure = { index: number; actor: string; request: string; reason: string };
type FuzzReport = {
  /** How many responses had each status. */
  statuses: Map<number, number>;
  /** The calls, as `GET /tags`, that answered a success at least once. */
  succeeded: Set<string>;
  calls: string[];
  failures: FuzzFailure[];
};

const FAILURES_MAX = 50;
const SHOWN_CHARS_MAX = 600;
/** Any request may end the session. With an ended session, every call answers 401 and its handler is not tested. */
const REQUESTS_PER_SESSION = 40;

/**
 * Sends random requests to every call of the OpenAPI document, as a visitor, a member and a moderator, and compares
 * each response with the document. A status of 500 fails, although it is documented.
 *
 * @param options.seed decides every request. The same seed repeats the requests, as far as the site's answers are the
 *   same: their ids and tokens are used in later requests.
 */
export async function fuzz(
  target: FuzzTarget,
  { seed, count, onProgress }: { seed: number; count: number; onProgress?: (done: number) => void },
): Promise<FuzzReport> {
  const draw = new Draw(seed);
  const known = new KnownValues();
  const operations = readOperations(target.document);
  const sessions = new Map<FuzzedActor, { headers: Record<string, string>; uses: number }>();
  const report: FuzzReport = {
    statuses: new Map(),
    succeeded: new Set(),
    calls: operations.map(({ method, path }) => `${method} ${path}`),
    failures: [],
  };

  async function headersOf(actor: (typeof ACTORS)[number]): Promise<Record<string, string>> {
    if (actor === 'anonymous') return {};
    const session = sessions.get(actor);
    if (session && session.uses < REQUESTS_PER_SESSION) {
      session.uses += 1;
      return session.headers;
    }
    const headers = await target.signIn(actor);
    sessions.set(actor, { headers, uses: 1 });
    return headers;
  }

  for (let index = 0; index < count; index += 1) {
    // The first round reaches every call once, so that later requests know values to refer to.
    const operation = operations[index] ?? draw.pick(operations);
    const actor = operation.needsSession
      ? draw.pick(['member', 'moderator', 'member', 'anonymous'] as const)
      : draw.pick(ACTORS);
    const made = makeRequest(operation, known, draw);
    const request = { ...made, headers: { ...(await headersOf(actor)), ...made.headers } };
    const response = await target.send(request);
    const { reason, answer } = await judge(operation, response);
    if (response.ok) {
      known.learn(answer, draw);
      report.succeeded.add(`${operation.method} ${operation.path}`);
      if (endsSession(operation) && actor !== 'anonymous') sessions.delete(actor);
    }
    report.statuses.set(response.status, (report.statuses.get(response.status) ?? 0) + 1);
    if (reason !== undefined && report.failures.length < FAILURES_MAX) {
      report.failures.push({ index, actor, request: show(made), reason });
    }
    onProgress?.(index + 1);
  }
  return report;
}

const endsSession = ({ method, path }: Operation) => method === 'DELETE' || path.endsWith('/logout');

type Judgement = { reason?: string; answer?: unknown };

async function judge({ responses }: Operation, response: Response): Promise<Judgement> {
  const text = await response.text();
  if ('polluted' in {} || 'isAdmin' in {}) return { reason: 'Object.prototype was polluted.' };
  if (response.status === 500) return { reason: `500: ${text}` };
  if (!responses.has(response.status)) {
    return {
      reason: `The document has no status ${response.status} here: ${text.slice(0, SHOWN_CHARS_MAX)}`,
    };
  }
  const schema = responses.get(response.status);
  if (!schema) return text === '' ? {} : { reason: `${response.status} with a body` };
  const answer = parseJSON(text);
  const parsed = schema.safeParse(answer);
  if (parsed.success) return { answer };
  const [issue] = parsed.error.issues;
  return { reason: `${response.status} outside of its schema: ${issue?.path.join('.')}: ${issue?.message}` };
}

function parseJSON(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function show({ method, target, headers, body }: FuzzRequest): string {
  const shownBody = typeof body === 'string' ? JSON.stringify(body) : body && `${body.byteLength} bytes`;
  return `${method} ${target} ${JSON.stringify(headers)} ${shownBody ?? ''}`.slice(0, SHOWN_CHARS_MAX);
}
