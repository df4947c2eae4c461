import { isDeepStrictEqual } from 'node:util';
import type { FieldInputs, FieldValue } from '@/lib/contract/field';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { type Field, readFacts } from '@/server/fields/field';
import { isPublicProduct, type Viewer } from '@/server/policies/viewer';
import { insertFirstVersions, insertVersions } from '@/server/queries/edits/product-versions';
import { findProductEdit, updateProductEdit } from '@/server/queries/edits/product-edits';
import {
  listProductValues,
  replaceProductValues,
  type StoredValue,
} from '@/server/queries/products/product-values';
import { updateProduct } from '@/server/queries/products/product-rows';
import { changeValues } from './change-values';
import { moderateProduct } from '@/server/commands/products/moderate-product';
import { updateTerms } from '@/server/commands/products/update-terms';

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
      if (!isPublicProduct(product)) throw new ApiError('conflict', `${product.name} isn't listed.`);
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
