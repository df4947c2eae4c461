import { isDeepStrictEqual } from 'node:util';
import type { FieldInput, FieldInputs, FieldValue, ValueSource } from '@/lib/contract/field';
import {
  listProductValues,
  replaceProductValues,
  type StoredValue,
} from '@/server/queries/products/product-values';
import { ApiError } from '@/server/base/errors';
import { type Field, readFacts } from '@/server/fields/field';
import type { Deps } from '@/server/deps';
import { isPublicProduct, type Viewer } from '@/server/policies/viewer';
import { insertFirstVersions, insertVersions } from '@/server/queries/edits/product-versions';
import { findProductEdit, updateProductEdit } from '@/server/queries/edits/product-edits';
import { updateProduct } from '@/server/queries/products/product-rows';
import { moderateProduct } from '@/server/commands/products/moderate-product';
import { updateTerms } from '@/server/commands/products/update-terms';
import { t, text } from '@/lib/texts/texts';

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
      problems.set(
        key,
        t('edit.unknownField', 'This field does not exist. Reload the page to see the present ones.'),
      );
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
    if (isRequired && isAsked && !filled.has(key) && !problems.has(key))
      problems.set(key, t('edit.fillIn', 'Fill this in.' /* a field that must not be empty */));
  }
  if (problems.size === 0) return values;
  throw new ApiError('bad_request', text('edit.fieldsNeedLook', 'Some fields need another look.'), {
    fields: Object.fromEntries([...problems].map(([key, sentence]) => [`fields.${key}`, sentence])),
  });
}

const isEmpty = (input: FieldInput | null) =>
  input === null || (Array.isArray(input) ? input.length === 0 : String(input).trim() === '');

/**
 * Corrects or confirms values of a listed product: each value that is given gets the moderator as its source, and the
 * present date. An edit that waits for a decision, or was rejected, keeps what its submitter has changed in it, and gets
 * the other values.
 *
 * @throws ApiError `not_found`; `conflict` when the product is not public; `bad_request` as `changeValues`.
 */
export async function correctValues(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  id: string,
  inputs: FieldInputs,
): Promise<void> {
  const { fields } = deps.env;
  await moderateProduct(deps, viewer, id, {
    action: 'product.correct',
    async apply(db, product) {
      if (!isPublicProduct(product))
        throw new ApiError(
          'conflict',
          text('product.nameNotListed', "{name} isn't listed.", { name: product.name }),
        );
      const options = { source: 'moderator', checkedAt: deps.now(), confirmsValues: true } as const;
      const before = await listProductValues(db, id);
      const after = changeValues(fields, before, inputs, options);
      await insertFirstVersions(db, [id]);
      await replaceProductValues(db, id, after);
      await updateTerms(db, fields, [id]);
      await insertVersions(db, [id], { kind: 'corrected', memberId: viewer.userId, at: deps.now() });
      const valuesBefore = valuesByKey(fields, before);
      const edit = await findProductEdit(db, id);
      if (edit?.fieldValues) {
        const edited = valuesByKey(fields, edit.fieldValues);
        const unedited = Object.entries(inputs).filter(([key]) =>
          isDeepStrictEqual(edited.get(key), valuesBefore.get(key)),
        );
        await updateProductEdit(db, id, {
          fieldValues: changeValues(fields, edit.fieldValues, Object.fromEntries(unedited), options),
        });
      }
      // The time of an edit is its place in the queue, and the version that a moderator decides on.
      if (product.editStatus !== 'pending') await updateProduct(db, id, { updatedAt: deps.now() });
      const valuesAfter = valuesByKey(fields, after);
      return {
        fields: Object.fromEntries(
          Object.keys(inputs).map((key) => [
            key,
            { before: valuesBefore.get(key) ?? null, after: valuesAfter.get(key) ?? null },
          ]),
        ),
      };
    },
  });
}

const valuesByKey = (fields: readonly Field[], stored: readonly StoredValue[]) =>
  new Map<string, FieldValue>(readFacts(fields, stored).map(({ field, value }) => [field.key, value]));
