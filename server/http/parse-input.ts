import type * as z from 'zod/mini';
import type { Call, Schema } from '@/lib/contract/call';
import type { AppContext } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { readBody } from './request-body';
import { t, text } from '@/lib/texts/texts';
import { formatChoices } from '@/lib/texts/lists';

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
    first ? `${first[0]}: ${first[1]}` : text('request.invalid', "The request isn't valid."),
    {
      fields,
    },
  );
}

const wrongKind = new Map<string, () => string>([
  ['string', () => t('input.textExpected', 'This must be text.')],
  ['array', () => t('input.listExpected', 'This must be a list.')],
  ['object', () => t('input.objectExpected', 'This must be an object.')],
  ['boolean', () => t('input.booleanExpected', 'This must be true or false.')],
  ['number', () => t('input.numberExpected', 'This must be a number.')],
  ['int', () => t('input.wholeNumberExpected', 'This must be a whole number.')],
  ['file', () => t('input.fileExpected', 'This must be a file.')],
]);

/** The message for an invalid input where the contract has none: mistakes of programs rather than of people. */
const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return t('input.missing', 'This is missing.');
      const sentence = wrongKind.get(issue.expected);
      return sentence ? sentence() : t('input.invalid', "This isn't valid.");
    }
    case 'invalid_value':
      return t('input.choiceExpected', 'This must be {choices}.', {
        choices: formatChoices(issue.values.map(String)),
      });
    case 'too_small':
      return tooSmall(Number(issue.minimum), issue.origin);
    case 'too_big':
      return tooBig(Number(issue.maximum), issue.origin);
    default:
      return t('input.invalid', "This isn't valid.");
  }
};

function tooSmall(min: number, origin: string): string {
  if (origin === 'string')
    return t(
      'input.charactersMin',
      '{min, plural, one {Use at least # character.} other {Use at least # characters.}}',
      { min },
    );
  return origin === 'array'
    ? t('input.entriesMin', '{min, plural, one {Use at least # entry.} other {Use at least # entries.}}', {
        min,
      })
    : t('input.min', 'Use at least {min}.', { min });
}

function tooBig(max: number, origin: string): string {
  if (origin === 'string')
    return t(
      'input.charactersMax',
      '{max, plural, one {Use at most # character.} other {Use at most # characters.}}',
      { max },
    );
  return origin === 'array'
    ? t('input.entriesMax', '{max, plural, one {Use at most # entry.} other {Use at most # entries.}}', {
        max,
      })
    : t('input.max', 'Use at most {max}.', { max });
}

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
  const sentence = t('field.leaveOutControls', 'Leave out control characters.');
  throw new ApiError('bad_request', `${field}: ${sentence}`, { fields: { [field]: sentence } });
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
