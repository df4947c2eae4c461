import * as z from 'zod/mini';
import { t } from '@/lib/texts/texts';

// What tools of agents answer.

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
