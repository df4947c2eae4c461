import { z } from 'zod';

type TextSchema = z.infer<typeof textSchema>;
const textSchema = z.object({
  minLength: z.number().default(0),
  maxLength: z.number().default(Infinity),
  pattern: z.string().optional(),
  format: z.string().optional(),
  get allOf() {
    return z.array(textSchema).default([]);
  },
});

/** Whether a JSON Schema for texts allows this one. zod's own reading of such schemas ignores Unicode in patterns. */
export function allowsText(schema: unknown, text: string): boolean {
  return matches(textSchema.parse(schema), text);
}

function matches({ minLength, maxLength, pattern, format, allOf }: TextSchema, text: string): boolean {
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text)) &&
    (format !== 'uri' || URL.canParse(text)) &&
    allOf.every((part) => matches(part, text))
  );
}
