import * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import { type ErrorCode, failure } from '@/lib/contract/errors';
import { readFilterQuery, writeFilters } from '@/lib/contract/plain/filters';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { filterFieldsOf } from '@/server/fields/field';
import type { MarkdownPage } from '@/server/presenters/markdown-page';
import type { Ask } from './mcp-server';

/** What a page is made from: its parts of the path, its query, and the calls that it asks. */
export type Asked = { c: AppContext; ask: Ask; parts: readonly string[]; query: URLSearchParams };

/** 410: the product has gone, but the page has a text that is worth reading. */
export type Answer = MarkdownPage & { status?: 410 };

/** The page is at another path for good. */
export class Moved extends Error {
  override readonly name = 'Moved';
  constructor(readonly path: string) {
    super(path);
  }
}

export const noPage = () => new ApiError('not_found', 'There is no such page.');

export const readFilters = (c: AppContext): string =>
  writeFilters(readFilterQuery(filterFieldsOf(c.var.deps.env.fields), new URL(c.req.url).search));

export function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value);
  return query.size > 0 ? `?${query.toString()}` : '';
}

export const addToQuery = (path: string, part: string | undefined): string =>
  part ? `${path}${path.includes('?') ? '&' : '?'}${part}` : path;

/** The answer to a call. @throws ApiError as the call failed. */
export const read = async <Answer extends Schema>(
  ask: Ask,
  { answer }: Pick<Call<Schema, Schema, Schema, Answer>, 'answer'>,
  path: string,
): Promise<z.output<Answer>> => z.parse(answer, await readJSON(ask(path)));

const algoliaFailure = z.object({ message: z.string(), status: z.number() });

export async function readJSON(asked: Promise<Response>): Promise<unknown> {
  const response = await asked;
  const body: unknown = await response.json();
  if (response.ok) return body;
  const { data } = failure.safeParse(body);
  const seconds = Number(response.headers.get('retry-after'));
  throw new ApiError(data?.code ?? codeOf(response.status), data?.message ?? messageOf(body), {
    ...(data?.fields && { fields: data.fields }),
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
  });
}

/** Of a failed search, which answers as Algolia does. */
const codeOf = (status: number): ErrorCode =>
  (({ 400: 'bad_request', 429: 'rate_limited', 503: 'unavailable' }) as const)[status] ?? 'internal';
const messageOf = (body: unknown): string =>
  algoliaFailure.safeParse(body).data?.message ?? 'The search cannot answer right now.';

/** @throws Moved if the product has another slug now. */
export async function movesTo<T>(reading: Promise<T>, pathOf: (slug: string) => string): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const movedTo = error instanceof ApiError ? error.details.fields?.movedTo : undefined;
    throw movedTo === undefined ? error : new Moved(pathOf(movedTo));
  }
}
