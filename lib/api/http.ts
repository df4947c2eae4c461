import axios, { type AxiosInstance, isAxiosError } from 'axios';
import type * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import { type ErrorCode, failure } from '@/lib/contract/errors';
import type { ProductReference } from '@/lib/contract/product-reference';
import { env } from '@/lib/env';
import { inProcessFetch } from '@/lib/in-process';
import { clearSessionToken, readSessionToken } from '@/lib/session-token';

/** A call that did not succeed, in the product server's words or, where it could not be reached, in ours. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  constructor(
    readonly code: ErrorCode,
    message: string,
    /** The inputs at fault, each with a sentence. */
    readonly fields: Record<string, string> = {},
    readonly requestId?: string,
    /** Of a `conflict`: the product that has the address already. */
    readonly product?: ProductReference,
  ) {
    super(message);
  }
}

type CallInput<Params extends Schema, Query extends Schema, Body extends Schema> = {
  params?: z.input<Params>;
  query?: z.input<Query>;
  body?: z.input<Body>;
  /** Sent in the header of that name. Left out, it is the session token, for calls that need one. */
  accessToken?: string;
  signal?: AbortSignal;
};

const timeoutMs = 15_000;
/** A picture of 8 MiB on a slow line. */
const uploadTimeoutMs = 120_000;
const clients = new Map<typeof fetch | undefined, AxiosInstance>();

/** One client for the browser and the server; in one process its requests never meet a socket. */
function client(): AxiosInstance {
  const fetchInProcess = env.serverURL ? undefined : inProcessFetch();
  const known = clients.get(fetchInProcess);
  if (known) return known;
  const created = axios.create({
    baseURL: serverBaseURL(),
    timeout: timeoutMs,
    ...(fetchInProcess && { adapter: 'fetch' as const, env: { fetch: fetchInProcess } }),
  });
  clients.set(fetchInProcess, created);
  return created;
}

function serverBaseURL(): string {
  if (env.serverURL) return env.serverURL;
  return typeof window === 'undefined' ? `http://localhost:${env.port}/api` : '/api';
}

/** The client's own address, which every call carries. */
function originUrl(): string {
  if (typeof window !== 'undefined') return window.location.href;
  return env.siteURL || `http://localhost:${env.port}`;
}

function fillPath(path: string, params: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

/**
 * Makes one call of the contract and unwraps its answer.
 *
 * @throws ApiFailure always, whatever went wrong: a refusal, an answer that breaks the contract, no network.
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
  let data: unknown;
  const sessionToken = of.access === 'anyone' ? undefined : readSessionToken();
  const accessToken = input.accessToken ?? sessionToken;
  const isUpload = of.bodyTypes.includes('multipart/form-data');
  try {
    const response = await client().request<unknown>({
      method: of.method,
      url: fillPath(of.path, input.params),
      params: input.query,
      data: isUpload ? toForm(input.body) : input.body,
      signal: input.signal,
      // These set cookies, which a browser takes from another origin only when asked to.
      withCredentials: of.path.startsWith('/user/'),
      headers: { originUrl: originUrl(), ...(accessToken && { accessToken: `Bearer ${accessToken}` }) },
      ...(isUpload && { timeout: uploadTimeoutMs }),
    });
    data = response.data;
  } catch (error) {
    const apiFailure = toApiFailure(error);
    if (isEndOfSession(apiFailure) && accessToken && accessToken === readSessionToken()) clearSessionToken();
    throw apiFailure;
  }
  const answer = of.answer.safeParse(data);
  if (!answer.success) throw new ApiFailure('internal', 'The server gave an answer that we could not read.');
  return answer.data;
}

/** It has ended elsewhere: from here on the member is signed out here, too. A refusal with fields is of the body. */
const isEndOfSession = ({ code, fields }: ApiFailure) =>
  code === 'unauthenticated' && Object.keys(fields).length === 0;

function toForm(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    form.set(name, value instanceof Blob ? value : String(value));
  }
  return form;
}

function toApiFailure(error: unknown): ApiFailure {
  const body = isAxiosError(error) ? failure.safeParse(error.response?.data) : undefined;
  if (body?.success) {
    const { code, message, fields, requestId, product } = body.data;
    return new ApiFailure(code, message, fields, requestId, product);
  }
  return new ApiFailure('unavailable', 'The server cannot be reached. Check your connection and try again.');
}
