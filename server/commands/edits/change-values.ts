import { isDeepStrictEqual } from 'node:util';
import type { FieldInput, FieldInputs, ValueSource } from '@/lib/contract/field';
import type { StoredValue } from '@/server/queries/products/product-values';
import { ApiError } from '@/server/base/errors';
import { type Field, readFacts } from '@/server/fields/field';

type ChangeOptions = {
  source: ValueSource;
  checkedAt: Date;
  /** The keys of values that were taken over from the product's page. */
  fromPage?: readonly string[];
  /** Whether a value that is given again as it was gets the source and the date, too. */
  confirmsValues?: boolean;
  /** Whether fields that are required but not named are missing. */
  isComplete?: boolean;
};

/**
 * The values of a product after somebody has filled in a form. A value that is given again as it was keeps its source
 * and date, unless that confirms it. Values of fields that are not declared stay.
 *
 * @throws ApiError `bad_request` with a sentence for each field at fault.
 */
export function changeValues(
  fields: readonly Field[],
  before: readonly StoredValue[],
  inputs: FieldInputs,
  { source, checkedAt, fromPage = [], confirmsValues = false, isComplete = false }: ChangeOptions,
): StoredValue[] {
  const problems = new Map<string, string>();
  const present = new Map(readFacts(fields, before).map(({ field, value }) => [field.key, value]));
  const after = new Map(before.map((each) => [each.field, each]));
  const byKey = new Map(fields.map((field) => [field.key, field]));
  for (const [key, input] of Object.entries(inputs)) {
    const field = byKey.get(key);
    if (!field) {
      problems.set(key, 'This field does not exist. Reload the page to see the present ones.');
      continue;
    }
    const reading = isEmpty(input) ? undefined : field.read(input);
    if (reading && 'problem' in reading) problems.set(key, reading.problem);
    else if (!reading || confirmsValues || !isDeepStrictEqual(reading.value, present.get(key))) {
      for (const stored of [key, ...field.formerKeys]) after.delete(stored);
      if (reading) {
        after.set(key, {
          field: key,
          value: reading.value,
          source: fromPage.includes(key) ? 'page' : source,
          checkedAt: checkedAt.toISOString(),
        });
      }
    }
  }
  const values = [...after.values()];
  const filled = new Set(readFacts(fields, values).map(({ field }) => field.key));
  for (const { key, isRequired } of fields) {
    const isAsked = isComplete || key in inputs;
    if (isRequired && isAsked && !filled.has(key) && !problems.has(key)) problems.set(key, 'Fill this in.');
  }
  if (problems.size === 0) return values;
  throw new ApiError('bad_request', 'Some fields need another look.', {
    fields: Object.fromEntries([...problems].map(([key, sentence]) => [`fields.${key}`, sentence])),
  });
}

const isEmpty = (input: FieldInput | null) =>
  input === null || (Array.isArray(input) ? input.length === 0 : String(input).trim() === '');
