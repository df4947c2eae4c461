import type * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import type { CallInput } from './http';
import { arrived } from './unreachable';

/**
 * Makes a call of which the page has loaded nothing yet, because most visits never need it:
 * `callLazily(import('@/lib/contract/…').then(({ someCall }) => someCall), input)`.
 *
 * @throws ApiFailure as `call`; an Error with a sentence to show if the code can't be loaded.
 */
export async function callLazily<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  loading: Promise<Call<Params, Query, Body, Answer>>,
  input?: CallInput<Params, Query, Body>,
): Promise<z.output<Answer>> {
  const [{ call }, description] = await arrived(Promise.all([import('./http'), loading]));
  return call(description, input);
}
