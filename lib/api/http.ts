import axios, { type AxiosInstance } from 'axios';
import * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import { ERROR_CODES, ERROR_STATUS, type ErrorCode } from '@/lib/contract/errors';
import { type ProductReference, productReference } from '@/lib/contract/product-reference';
import { env } from '@/lib/env';
import { callHeaders, findReadyBody, inProcessFetch } from '@/lib/in-process';
import { endSession, readSessionToken } from '@/lib/session-token';
import { unreachableMessage } from './unreachable';
import { t } from '@/lib/texts/texts';

type FailureDetails = {
  fields?: Record<string, string>;
  requestId?: string;
  product?: ProductReference;
  serverMessage?: string;
};

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** The inputs at fault, each with a sentence. */
  readonly fields: Record<string, string>;
  readonly requestId?: string;
  /** For a `conflict`: the product that already has the URL. */
  readonly product?: ProductReference;
  /** The server's own sentence. Empty when the server gave none; then `message` is ours. */
  readonly serverMessage: string;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { fields = {}, requestId, product, serverMessage = '' }: FailureDetails = {},
  ) {
    super(withoutFieldName(serverMessage, fields) || message);
    this.fields = fields;
    this.requestId = requestId;
    this.product = product;
    this.serverMessage = serverMessage;
  }
}

/** For programs, the server's sentence about a refused input begins with the name of the input. People see the input itself. */
function withoutFieldName(sentence: string, fields: Record<string, string>): string {
  const named = Object.entries(fields).find(([field, problem]) => sentence === `${field}: ${problem}`);
  return named?.[1] ?? sentence;
}

export type CallInput<Params extends Schema, Query extends Schema, Body extends Schema> = {
  params?: z.input<Params>;
  query?: z.input<Query>;
  body?: z.input<Body>;
  /** Sent in the header of that name. Default: the session token, for calls that need one. */
  accessToken?: string;
  signal?: AbortSignal;
};

/** A visitor waits for a page in front of an empty window, but for a call in front of a page. */
const timeoutMs = typeof window === 'undefined' ? 3_000 : 15_000;
/** Enough for an image of 8 MiB on a slow connection. */
const uploadTimeoutMs = 120_000;
const clients = new Map<typeof fetch | undefined, AxiosInstance>();

/** One client for the browser and the web server. Within one process, requests use no socket. */
function client(): AxiosInstance {
  const fetchInProcess = env.serverURL ? undefined : inProcessFetch();
  const known = clients.get(fetchInProcess);
  if (known) return known;
  const created = axios.create({
    baseURL: serverBaseURL(),
    timeout: timeoutMs,
    // The body decides whether a call failed: see `unwrap`.
    validateStatus: null,
    ...(fetchInProcess && { adapter: 'fetch' as const, env: { fetch: fetchInProcess } }),
  });
  clients.set(fetchInProcess, created);
  return created;
}

function serverBaseURL(): string {
  if (env.serverURL) return env.serverURL;
  return typeof window === 'undefined' ? `http://localhost:${env.port}/api` : '/api';
}

function fillPath(path: string, params: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

type RequestHeaders = ReturnType<typeof callHeaders> & { accessToken?: string };

/**
 * Reads from the product server in this process while a page is rendered. axios, and a request where the response is
 * ready, would take a fifth of the page's CPU.
 */
async function readInProcess(
  productServerFetch: typeof fetch,
  target: string,
  headers: RequestHeaders,
): Promise<{ status: number; data: unknown }> {
  const ready = headers.accessToken === undefined ? await findReadyBody(target) : undefined;
  if (ready !== undefined) return { status: 200, data: JSON.parse(ready) };
  const { origin } = new URL(serverBaseURL());
  const response = await productServerFetch(origin + target, { headers });
  return { status: response.status, data: await response.json() };
}

function targetOf(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${new URL(serverBaseURL()).pathname}${path}${search && `?${search}`}`;
}

/**
 * Makes one call of the contract and unwraps the body of its response.
 *
 * @throws ApiFailure for every failure: one that the server reports, a response that breaks the contract, no connection.
 */
export async function call<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  of: Call<Params, Query, Body, Answer>,
  input: CallInput<Params, Query, Body> = {},
): Promise<z.output<Answer>> {
  const sessionToken = of.access === 'anyone' ? undefined : readSessionToken();
  const accessToken = input.accessToken ?? sessionToken;
  const isUpload = of.bodyTypes.includes('multipart/form-data');
  const url = fillPath(of.path, input.params);
  const headers = { ...callHeaders(), ...(accessToken && { accessToken: `Bearer ${accessToken}` }) };
  const isRead = of.method === 'get' && typeof window === 'undefined' && !env.serverURL;
  const fetchInProcess = isRead ? inProcessFetch() : undefined;
  const sending = fetchInProcess
    ? readInProcess(fetchInProcess, targetOf(url, input.query ?? {}), headers)
    : client().request<unknown>({
        method: of.method,
        url,
        params: input.query,
        data: isUpload ? toForm(input.body) : input.body,
        signal: input.signal,
        // These calls set cookies. A browser accepts cookies from another origin only with credentials.
        withCredentials: of.path.startsWith('/user/'),
        headers,
        ...(isUpload && { timeout: uploadTimeoutMs }),
      });
  try {
    const { status, data } = await sending.catch((error: unknown) => {
      throw isTimeout(error) ? tooSlow() : unreachable();
    });
    return unwrap(of.answer, status, data);
  } catch (error) {
    if (isEndOfSession(error) && accessToken && accessToken === readSessionToken()) endSession();
    throw error;
  }
}

/**
 * Everything that a failed response may say. A server of the spec has to send `isError` alone, so what is missing or
 * malformed counts as absent.
 */
const failureBody = z.object({
  isError: z.optional(z.unknown()),
  code: z.catch(z.optional(z.enum(ERROR_CODES)), undefined),
  message: z.catch(z.string(), ''),
  fields: z.catch(z.record(z.string(), z.string()), {}),
  product: z.catch(z.optional(productReference), undefined),
  requestId: z.catch(z.optional(z.string()), undefined),
});

/**
 * The body of a success. `isError` decides, whatever the status; a body without it succeeds if the status does.
 *
 * @throws ApiFailure
 */
function unwrap<Answer extends Schema>(schema: Answer, status: number, data: unknown): z.output<Answer> {
  const isStatusOk = status >= 200 && status < 300;
  if (!isStatusOk || saysError(data)) {
    const body = failureBody.safeParse(data).data;
    // A proxy in front of the server responds with a page of its own.
    if (!body) throw unreachable();
    const { code = body.isError ? codeOf(status) : 'unavailable', message: serverMessage, ...details } = body;
    throw new ApiFailure(code, t('server.wentWrong', 'Something went wrong. Please try again.'), {
      serverMessage,
      ...details,
    });
  }
  const answer = schema.safeParse(data);
  if (!answer.success)
    throw new ApiFailure('internal', t('server.unreadable', "We can't read the server's response."));
  return answer.data;
}

const saysError = (data: unknown) =>
  typeof data === 'object' && data !== null && 'isError' in data && Boolean(data.isError);

const codeOf = (status: number): ErrorCode =>
  ERROR_CODES.find((code) => ERROR_STATUS[code] === status) ?? 'internal';

/** axios has a code for a request that it made with XMLHttpRequest, and another one for `fetch`. */
const isTimeout = (error: unknown) =>
  axios.isAxiosError(error) && ['ECONNABORTED', 'ETIMEDOUT'].includes(error.code ?? '');

/** A slow server is not the visitor's connection. */
const tooSlow = () =>
  new ApiFailure(
    'unavailable',
    t('server.tooSlow', 'The server is taking too long to answer. Try again in a moment.'),
  );

const unreachable = () => new ApiFailure('unavailable', unreachableMessage());

/** The session has ended on the server, so it ends here, too. With `fields`, the call refused its body instead. */
export const isEndOfSession = (error: unknown) =>
  error instanceof ApiFailure && error.code === 'unauthenticated' && Object.keys(error.fields).length === 0;

/**
 * For a call that ends something, which may be gone already: the answer to an earlier attempt may have been lost.
 *
 * @returns the answer; undefined for what was gone.
 * @throws ApiFailure
 */
export async function unlessGone<Answer>(ending: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ending;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === 'not_found') return undefined;
    throw error;
  }
}

function toForm(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    form.set(name, value instanceof Blob ? value : String(value));
  }
  return form;
}
