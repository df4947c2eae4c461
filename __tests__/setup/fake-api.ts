import { provideInProcessFetch } from '@/lib/in-process';

/** `path` with its query, below the server's base URL; `body` as it was sent: a form, or else parsed JSON. */
type Answer = (path: string, body: unknown, headers: Headers) => Response | Promise<Response>;

let answers: Record<string, Answer> = {};
let calls: string[] = [];

provideInProcessFetch(async (input, init) => {
  const { pathname, search } = new URL(addressOf(input), 'http://site.test');
  const path = pathname.replace(/^\/api/, '');
  const method = init?.method?.toUpperCase() ?? 'GET';
  calls.push(`${method} ${path}${search}`);
  const answer = answers[`${method} ${path}`];
  if (!answer) throw new Error(`The fake API has no answer for ${method} ${path}.`);
  const body = await readBody(init?.body);
  return untilAborted(init?.signal, Promise.resolve(answer(path + search, body, new Headers(init?.headers))));
});

/** Rejects when the signal aborts, like `fetch`. axios uses the signal for its time-out. */
function untilAborted(
  signal: AbortSignal | null | undefined,
  response: Promise<Response>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    response.then(resolve, reject);
  });
}

async function readBody(body: RequestInit['body']): Promise<unknown> {
  if (body instanceof FormData) return body;
  const sent = await new Response(body).text();
  return sent === '' ? undefined : JSON.parse(sent);
}

beforeEach(() => {
  answers = {};
  calls = [];
});

/** Answers of the product server in this test, by method and path. Replaces the network only, none of our modules. */
export function fakeApi(by: Record<string, Answer>) {
  answers = by;
  return {
    /** Every call so far, as `GET /products?sort=new`. */
    calls: () => calls,
  };
}

/** Accepts every argument of `fetch`. jsdom has no Request. */
export function addressOf(input: string | URL | Request): string {
  if (typeof input === 'string') return input;
  return input instanceof URL ? input.href : input.url;
}

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export const ok = (body: object) => json(200, { isError: false, ...body });

export const refuse = (status: number, code: string, message: string, fields?: Record<string, string>) =>
  json(status, { isError: true, code, message, fields, requestId: 'test' });

/** An answer that the test sends later. */
export function held() {
  let send: (response: Response) => void = () => undefined;
  const answer = new Promise<Response>((resolve) => {
    send = resolve;
  });
  return { answer, send: (response: Response) => send(response) };
}
