import { fromHtml } from 'hast-util-from-html';
import * as z from 'zod/mini';

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** What a field with this text gets. Tags are a list. */
const valueOf = (field: string, text: string) => (field === 'tags' ? [text] : text);

/** A request body with a text in each of the fields. */
export const filled = (fields: readonly string[], text: string) =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field, text)]));

/**
 * Tries a text in every field by the rules of the contract.
 *
 * @returns the value that the server stores of each field that may have the text, and the names of the other fields.
 */
export function applyRules(fields: Fields, text: string) {
  const stored: Record<string, unknown> = {};
  const refused: string[] = [];
  for (const [field, schema] of Object.entries(fields)) {
    const parsed = schema.safeParse(valueOf(field, text));
    if (parsed.success) stored[field] = parsed.data;
    else refused.push(field);
  }
  return { stored, refused: refused.sort() };
}

/** The fields that a refusal names, sorted. `tags.0` belongs to `tags`. */
export function refusedFields(body: unknown): string[] {
  const { fields } = z.object({ fields: z.record(z.string(), z.string()) }).parse(body);
  return [...new Set(Object.keys(fields).map((path) => path.split('.', 1).join('')))].sort();
}

type HTMLNode = ReturnType<typeof fromHtml>['children'][number];

const ACTIVE_ELEMENT =
  /^(?:script|style|iframe|object|embed|img|image|video|audio|svg|math|form|input|button|base|link|meta)$/;
const SAFE_URL = /^(?:https?:|mailto:|#)/i;

/** Lists the parts of a description's HTML that could run or load something. */
export function dangersIn(html: string): string[] {
  const visit = (node: HTMLNode): string[] => {
    if (node.type !== 'element') return [];
    const attributes = Object.entries(node.properties).filter(
      ([name, value]) =>
        /^(?:on|style$|src)/i.test(name) || (name === 'href' && !SAFE_URL.test(String(value))),
    );
    return [
      ...(ACTIVE_ELEMENT.test(node.tagName) ? [node.tagName] : []),
      ...attributes.map(([name, value]) => `${name}=${String(value)}`),
      ...node.children.flatMap(visit),
    ];
  };
  return fromHtml(html, { fragment: true }).children.flatMap(visit);
}
