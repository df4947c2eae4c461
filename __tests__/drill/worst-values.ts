import { z } from 'zod';
import { type Draw } from './fuzz-values';

/** What texts are filled with: each is costly to something that reads texts. */
export const UNITS = [
  ...['a', 'z', '0', ' ', 'a ', 'react ', 'built a ', 'e\u0301', 'á', '字', '😀', '👩‍👩‍👧‍👦', '\u0301', 'ا', 'ไทย', 'ﷺ', 'ſ', 'İ', 'WebTorrent', 'aB', 'a.b-c_', 'c++ ', 'a-a-a-a-a-a-a '],
  ...['"', '\\', '\\"', '[', '{"a":', '[],', '("', '(', 'NOT ', 'tags:a OR ', 'tags:React AND ', '-tags:', 'upvotes>0 AND ', ',', '\n', '\r\n\r\n', '\t', '%', '%25', '&a=', '.', '/', '-', '@', 'a@', 'http://a.b/ '],
  ...['**a** ', '[a](b) ', '![', '> ', '* ', '`', '<b>', '&amp;', '|a|\n', '_', '# a\n', 'a\n---\n', '1. ', '[^1]: '],
]; // prettier-ignore

/** How values are made: the same again for the same seed. */
export type Making = { draw: Draw; unit: string; /** Of what the bounds allow. */ fill: number };

const bounded = z.looseObject({
  type: z.unknown().optional(),
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Of texts, lists and names whose bound is in their pattern, or is the body's. */
const UNTOLD_CHARS_MAX = 4_000;
const UNTOLD_ITEMS_MAX = 100;

/** As long, deep and many as a JSON Schema allows. */
export function worstValue(schema: unknown, name: string, making: Making): unknown {
  const { draw, fill } = making;
  const parsed = bounded.safeParse(schema);
  if (!parsed.success) return fillText(making, UNTOLD_CHARS_MAX);
  const part = parsed.data;
  if ('const' in part) return part.const;
  if (Array.isArray(part.enum)) return draw.pick<unknown>(part.enum);
  const choices = [part.anyOf, part.oneOf].find(Array.isArray);
  if (choices) return worstValue(draw.pick<unknown>(choices), name, making);
  const count = (max = UNTOLD_ITEMS_MAX) => Math.max(1, Math.floor(max * fill));
  switch (part.type) {
    case 'object': {
      const named = Object.entries(part.properties)
        .filter(([field]) => part.required.includes(field) || draw.chance(0.85))
        .map(([field, value]) => [field, worstValue(value, field, making)]);
      if (typeof part.additionalProperties !== 'object') return Object.fromEntries(named);
      const others = Array.from({ length: count() }, (_, index) => [
        `${making.unit.trim()}${index}`,
        worstValue(part.additionalProperties, '', making),
      ]);
      return Object.fromEntries([...named, ...others]);
    }
    case 'array':
      return Array.from({ length: count(part.maxItems) }, () => worstValue(part.items, name, making));
    case 'boolean':
      return draw.chance(0.5);
    case 'integer':
    case 'number':
      return draw.chance(0.8) ? (part.maximum ?? 1_000) : (part.minimum ?? 0);
    case 'null':
      return null;
    default:
      return worstText(part, name, making);
  }
}

const KNOWN: Record<string, readonly string[]> = {
  email: ['ada@x.example'],
  url: [`https://x.example/${'a/'.repeat(900)}`, `http://${'a.'.repeat(100)}example/`],
  slug: ['product-1', 'figgle'],
  tag: ['react', 'design'],
  handle: ['ada'],
  id: ['1'],
};

function worstText(
  { pattern, maxLength = UNTOLD_CHARS_MAX }: z.infer<typeof bounded>,
  name: string,
  making: Making,
): string {
  const text = fillText(making, maxLength);
  const known = Object.entries(KNOWN).find(([key]) => name.toLowerCase().endsWith(key))?.[1] ?? [];
  if (pattern === undefined)
    return known.length > 0 && making.draw.chance(0.5) ? making.draw.pick(known) : text;
  const form = new RegExp(pattern, 'u');
  const some = [
    text,
    ...known,
    ...['a', 'A', '1', 'a-'].map((unit) => fillText({ ...making, unit }, maxLength)),
    '1',
  ];
  // What has the wrong form is to be refused, at no cost either.
  return (making.draw.chance(0.8) ? some.find((each) => form.test(each)) : undefined) ?? text;
}

/** Repeats the unit to a share of a number of characters. */
export const fillText = ({ unit, fill }: Making, charsMax: number): string =>
  unit.repeat(Math.ceil(charsMax / unit.length)).slice(0, Math.max(1, Math.floor(charsMax * fill)));
