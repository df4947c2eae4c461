import { logAction } from '@/server/commands/log-action';
import type { ErasureGround } from '@/lib/contract/report';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { clearDetailsOfErased } from '@/server/queries/audit-entries';
import { deleteDraftsOf } from '@/server/queries/imports/import-entries';
import { lockProductsWholly } from '@/server/queries/products/product-merges';
import { findProductBySlug } from '@/server/queries/products/products';
import { deleteProduct } from '@/server/queries/products/product-rows';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { writeSearchDocuments } from '@/server/queries/search/search-documents';
import { deleteUnusedWords, listWordsOfProduct } from '@/server/queries/search/search-vocabulary';
import { retryConflicts } from '@/server/queries/write-conflict';

type EraseDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/**
 * Erases a product for good, with everything that refers to it, and clears what the log and imports say about it. The
 * entry of the log names the ground alone. A job deletes the images within the hour, or a day after their upload.
 *
 * @param userId the admin; null at the terminal.
 * @throws ApiError `not_found`.
 */
export async function eraseProduct(
  { db, env, now }: EraseDeps,
  userId: string | null,
  { id, ground }: { id: string; ground: ErasureGround },
): Promise<void> {
  await retryConflicts(() =>
    db.transaction(async (tx) => {
      const product = (await lockProductsWholly(tx, [id])).get(id);
      if (!product) throw new ApiError('not_found', `This ${env.siteNoun} no longer exists.`);
      if (product.status === 'approved') await updateTagCountsOfProduct(tx, id, -1);
      const words = await listWordsOfProduct(tx, id);
      await deleteProduct(tx, id);
      await deleteDraftsOf(tx, id);
      await clearDetailsOfErased(tx, id);
      await writeSearchDocuments(tx, env.fields, [id]);
      await deleteUnusedWords(tx, words);
      await logAction(tx, userId === null ? 'command line' : { userId }, {
        ...{ action: 'product.erase', subject: { productId: id }, details: { ground }, createdAt: now() },
      });
    }),
  );
}

/** As `eraseProduct`, at the terminal. @returns the former name. */
export async function eraseProductBySlug(
  deps: EraseDeps,
  { slug, ground }: { slug: string; ground: ErasureGround },
): Promise<string> {
  const product = await findProductBySlug(deps.db, slug);
  if (!product) throw new ApiError('not_found', `There's no ${deps.env.siteNoun} with the slug ${slug}.`);
  await eraseProduct(deps, null, { id: product.id, ground });
  return product.name;
}
