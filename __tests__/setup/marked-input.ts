import { z } from 'zod';
import type { Call, Schema } from '@/lib/contract/call';
import { inputSchemaOf } from '@/lib/contract/calls';
import { allowsText } from './schema-text';

/** Words that occur nowhere else: a value that leaked is found by them. */
export const MARKERS = ['zq7marker', '770770770770'] as const;
const [WORD, DIGITS] = MARKERS;

const TEXTS = [
  `${WORD} ${WORD}`,
  WORD,
  `${WORD}@${WORD}.example`,
  `https://${WORD}.example/${WORD}?${WORD}=${WORD}`,
  DIGITS,
  `${DIGITS}-${DIGITS}`,
  DIGITS.slice(0, 9),
  WORD.repeat(5).slice(0, 43),
  '2026-06-01T12:00:00.000Z',
  '2026-06-01',
  `${WORD}.backup`,
];

/** What each rule beyond the schema lets through. Absent fields are left out. */
const DEEP: Record<string, unknown> = {
  hp: '',
  url: `https://${WORD}.example/${WORD}`,
  ids: `${DIGITS},${DIGITS}`,
  iconURL: null,
  screenshotURL: null,
  avatarURL: null,
  after: undefined,
};

const part = z.looseObject({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).default({}),
  anyOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
});

/** A valid value with a marker in every text. @throws Error when no marked text is valid. */
function markValue(given: unknown): unknown {
  const schema = part.parse(given);
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return markValue(schema.anyOf[0]);
  if (schema.type === 'object') {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [name, markValue(field)]),
    );
  }
  if (schema.type === 'array') return [markValue(schema.items)];
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  const text = TEXTS.find((candidate) => allowsText(given, candidate));
  if (text === undefined) throw new Error(`No marked text is valid for ${JSON.stringify(given)}.`);
  return text;
}

/**
 * A request to this call with a marker in every parameter, in every field of the body and in the headers.
 *
 * @param options.isDeep leaves the marker out of the few fields where it would be refused before anything is done.
 */
export function markedRequest(call: Call, { isDeep = true } = {}) {
  const values = (schema: Schema) => {
    const marked = z.record(z.string(), z.unknown()).parse(markValue(inputSchemaOf(schema)));
    const entries = Object.entries(marked).map(([name, value]) => [
      name,
      isDeep && name in DEEP ? DEEP[name] : value,
    ]);
    return z
      .record(z.string(), z.unknown())
      .parse(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
  };
  const params = values(call.params);
  const query = new URLSearchParams(
    Object.entries(values(call.query)).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: call.method.toUpperCase(),
    path: `/api${call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))}?${query}`,
    body: call.bodyTypes.includes('multipart/form-data') ? markedForm() : JSON.stringify(values(call.body)),
    headers: {
      accessToken: `Bearer ${WORD}`,
      ...Object.fromEntries(
        ['originUrl', 'user-agent', 'referer', 'cookie', 'x-forwarded-for', 'x-request-id'].map((name) => [
          name,
          WORD,
        ]),
      ),
    },
  };
}

/** One transparent pixel, in a file whose name is marked. */
function markedForm(): FormData {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.set('file', new File([Buffer.from(png, 'base64')], `${WORD}.png`, { type: 'image/png' }));
  return form;
}
