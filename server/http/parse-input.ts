import type * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { readBody } from './request-body';
import { t, text } from '@/lib/texts/texts';

export type Input<Params extends Schema, Query extends Schema, Body extends Schema> = {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
};

/** The most fields that one failure names: a list may contain thousands of invalid entries. */
const FIELDS_MAX = 50;

/** @throws ApiError `bad_request` with a sentence for each invalid field. */
export async function parseInput<Params extends Schema, Query extends Schema, Body extends Schema>(
  c: AppContext,
  call: Call<Params, Query, Body>,
): Promise<Input<Params, Query, Body>> {
  return {
    params: parse(call.params, c.req.param()),
    query: parse(call.query, c.req.query()),
    body: parse(call.body, await readBody(c, call)),
  };
}

function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: validationMessage });
  if (parsed.success) {
    requireStorable(parsed.data);
    return parsed.data;
  }
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues.slice(0, FIELDS_MAX)) {
    // An issue with the whole input names no field.
    if (issue.path.length > 0) fields[issue.path.join('.')] ??= issue.message;
  }
  const [first] = Object.entries(fields);
  throw new ApiError(
    'bad_request',
    first ? `${first[0]}: ${first[1]}` : text('parseInput.theRequestIsntValid', "The request isn't valid."),
    {
      fields,
    },
  );
}

const KINDS = new Map<string, string>([
  ['string', 'text'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['boolean', 'true or false'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['file', 'a file'],
]);

/** The message for an invalid input where the contract has none: mistakes of programs rather than of people. */
const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return t('parseInput.thisIsMissing', 'This is missing.');
      const kind = KINDS.get(issue.expected);
      return kind
        ? t('parseInput.thisMustBeKind', 'This must be {kind}.', { kind })
        : t('parseInput.thisIsntValid', "This isn't valid.");
    }
    case 'invalid_value':
      return t('parseInput.thisMustBeJoin', 'This must be {join}.', {
        join: issue.values.map(String).join(' or '),
      });
    case 'too_small':
      return t('parseInput.useAtLeastAmountOf', 'Use at least {amountOf}.', {
        amountOf: amountOf(issue.minimum, issue.origin),
      });
    case 'too_big':
      return t('parseInput.useAtMostAmountOf', 'Use at most {amountOf}.', {
        amountOf: amountOf(issue.maximum, issue.origin),
      });
    default:
      return t('parseInput.thisIsntValid', "This isn't valid.");
  }
};

function amountOf(count: number | bigint, origin: string): string {
  if (origin === 'string')
    return t('parseInput.characters', '{count, plural, one {# character} other {# characters}}', {
      count: Number(count),
    });
  return origin === 'array'
    ? t('parseInput.entries', '{count, plural, one {# entry} other {# entries}}', { count: Number(count) })
    : String(count);
}

const UNSTORABLE = 'Leave out control characters.';

/**
 * Checks every text of an input, whatever its schema says: the database refuses zero bytes, and halves of surrogate
 * pairs cannot be encoded.
 *
 * @throws ApiError `bad_request` naming the field.
 */
export function requireStorable(input: unknown): void {
  const path = findUnstorable(input);
  if (path === undefined) return;
  const field = path.join('.');
  throw new ApiError('bad_request', `${field}: ${UNSTORABLE}`, { fields: { [field]: UNSTORABLE } });
}

function findUnstorable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return /[\0\p{Cs}]/u.test(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const path = findUnstorable(part);
    if (path) return [name, ...path];
  }
  return undefined;
}
