import { type Agent, request } from 'node:http';
import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';

export type DrillRequest = {
  kind: 'page' | 'read' | 'write' | 'ready';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type DrillAnswer = {
  kind: DrillRequest['kind'];
  /** 0 without an answer. */
  status: number;
  /** The errno of a request without an answer. */
  failure?: string;
  sentAtMs: number;
  tookMs: number;
  retryAfter: string | undefined;
  closes: boolean;
};

const products = z.object({ products: z.array(z.object({ id: z.string(), slug: z.string() })) });
const words = ['react', 'css', 'ico', 'fonts', 'colour', 'typescript', 'svg', 'databse', 'test', 'api'];
const pick = <T>(list: readonly T[]): T => {
  const entry = list[randomInt(list.length)];
  if (entry === undefined) throw new Error('The list is empty');
  return entry;
};

/** What visitors and members of the demo ask for. */
export async function planRequests(url: URL, tokens: readonly string[]) {
  const response = await fetch(new URL('/api/products?limit=50', url));
  const listed = products.parse(await response.json()).products;
  let nextToken = 0;

  const read = (): DrillRequest =>
    pick<() => DrillRequest>([
      () => ({ kind: 'page', method: 'GET', path: pick(['/', '/new', '/top/week', '/tags', `/?x=${randomInt(1e6)}`]) }),
      () => ({ kind: 'page', method: 'GET', path: `/tool/${pick(listed).slug}` }),
      () => ({ kind: 'page', method: 'GET', path: `/search?q=${pick(words)}` }),
      () => ({ kind: 'read', method: 'GET', path: `/api/products?sort=${pick(['hot', 'new', 'top'])}&limit=${randomInt(1, 50)}` }),
      () => ({ kind: 'read', method: 'GET', path: `/api/products/${pick(listed).slug}` }),
      () => ({ kind: 'read', method: 'GET', path: '/api/tags' }),
      () => ({
        kind: 'read',
        method: 'POST',
        path: '/1/indexes/tool-fyi/query',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: pick(words).slice(0, randomInt(1, 9)) + pick(['', ' ', ' a']) }),
      }),
    ])(); // prettier-ignore

  /** Each member in turn, so that none meets a limit. */
  const write = (): DrillRequest => {
    nextToken += 1;
    const accessToken = `Bearer ${tokens[nextToken % tokens.length] ?? ''}`;
    return pick<() => DrillRequest>([
      () => ({ kind: 'write', method: pick(['PUT', 'DELETE']), path: `/api/user/private/bookmarks/${pick(listed).id}`, headers: { accessToken } }),
      () => ({ kind: 'write', method: 'GET', path: '/api/user/private/bookmarks', headers: { accessToken } }),
      () => ({
        kind: 'write',
        method: 'POST',
        path: '/api/contact',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Drill', email: 'drill@x.example', message: 'A message of the drill.' }),
      }),
    ])(); // prettier-ignore
  };
  return { read, write };
}

/** Sends one request and reads the whole answer. Never rejects. */
export function send(
  url: URL,
  { kind, method, path, headers, body }: DrillRequest,
  agent?: Agent,
): Promise<DrillAnswer> {
  const sentAtMs = performance.now();
  return new Promise((resolve) => {
    const finish = (status: number, details: Partial<DrillAnswer> = {}) =>
      resolve({
        kind,
        status,
        sentAtMs,
        tookMs: performance.now() - sentAtMs,
        retryAfter: undefined,
        closes: false,
        ...details,
      });
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      new URL(path, url),
      { method, agent, headers: { ...headers, ...length, 'x-forwarded-for': address } },
      (response) => {
        response.resume();
        response.on('end', () =>
          finish(response.statusCode ?? 0, {
            retryAfter: response.headers['retry-after'],
            closes: response.headers.connection === 'close',
          }),
        );
        response.on('error', fail);
      },
    );
    const fail = (error: NodeJS.ErrnoException) => finish(0, { failure: error.code ?? error.message });
    sent.on('error', fail);
    sent.end(body);
  });
}

/** One line: how many answers of each status, and the slowest. */
export function summarise(answers: readonly DrillAnswer[]): string {
  const counts = new Map<string, number>();
  for (const { status, failure } of answers) {
    const name = failure ?? String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const byStatus = [...counts].sort().map(([name, total]) => `${total} × ${name}`);
  const slowestMs = answers.reduce((slowest, { tookMs }) => Math.max(slowest, tookMs), 0);
  return `${byStatus.join(', ') || 'no answers'}; slowest ${(slowestMs / 1000).toFixed(2)} s`;
}
