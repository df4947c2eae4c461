import * as z from 'zod/mini';
import { findProductCall, listRelatedProductsCall, type Product } from '@/lib/contract/product';
import { slugify } from '@/server/text/slug';
import { t, withoutIsolates } from '@/lib/texts/texts';

// What tools of agents ask and answer.

/** Asks a call of this server. */
export type Ask = (path: string, body?: unknown) => Promise<Response>;

/** Calls of the contract and of Algolia's protocol have their sentence there. */
const refused = z.object({ message: z.string() });

class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** @throws Refusal with the sentence of a failed call. */
export async function read(asked: Promise<Response>): Promise<unknown> {
  const response = await asked;
  const body: unknown = await response.json();
  if (response.ok) return body;
  throw new Refusal(
    refused.safeParse(body).data?.message ?? t('mcp.silent', 'The directory cannot answer right now.'),
  );
}

/** The result of a tool: data, or a sentence that says why there is none. */
export async function answer(make: () => Promise<Record<string, unknown>>) {
  try {
    const structuredContent = await make();
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
      structuredContent,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { content: [{ type: 'text' as const, text: error.message }], isError: true };
  }
}

export function queryOf(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `?${query.toString()}` : '';
}

/** Goes where the former name of a tag leads. */
export async function askForList(
  ask: Ask,
  query: Record<string, string | number | undefined>,
): Promise<Response> {
  const response = await ask(`/products${queryOf(query)}`);
  const location = response.headers.get('location');
  return location === null ? response : ask(`/products${location}`);
}

/** @param slug or a name, of which the slug is made. */
export const productCallPath = (slug: string) => `/products/${encodeURIComponent(slugify(slug) || slug)}`;

export const readSimilar = async (ask: Ask, slug: string) =>
  listRelatedProductsCall.answer.parse(await read(ask(`${productCallPath(slug)}/related`))).products;

export const readProduct = async (ask: Ask, slug: string): Promise<Product> =>
  findProductCall.answer.parse(await read(ask(productCallPath(slug)))).product;

/** The response for an agent, part by part as it comes. */
export function withoutIsolatesIn({ body, status, headers }: Response): Response {
  const clean = new TransformStream<string, string>({
    transform: (part, next) => next.enqueue(withoutIsolates(part)),
  });
  const told = body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(clean)
    .pipeThrough(new TextEncoderStream());
  return new Response(told, { status, headers });
}
