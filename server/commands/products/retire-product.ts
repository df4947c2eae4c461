import { HOUR_MS } from '@/lib/contract/plain/durations';
import type { Discontinuation } from '@/lib/contract/moderation';
import { dropEdit, isAppealedByOther } from '@/server/commands/edits/versions';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import {
  deleteDiscontinuation,
  deleteProduct,
  type LockedProduct,
  updateProduct,
  upsertDiscontinuation,
} from '@/server/queries/products/product-rows';
import { findProductBySlug, listPublicProductsById } from '@/server/queries/products/products';
import { leaveOutOfVoteDumps } from '@/server/queries/products/votes';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { moderateProduct, type ModerationDeps } from './moderate-product';
import { ACTORS, logAction } from '@/server/commands/log-action';
import type { ErasureGround } from '@/lib/contract/report';
import { clearDetailsOfErased } from '@/server/queries/audit-entries';
import { clearEntriesOf } from '@/server/queries/imports/import-entries';
import {
  deleteSlugsOf,
  listDuplicatesOf,
  lockProductsWholly,
} from '@/server/queries/products/product-merges';
import {
  deleteUnusedWords,
  listWordsOfProduct,
  writeSearchDocuments,
} from '@/server/queries/search/search-documents';
import { canonicalURL } from '@/server/web/canonical-url';
import { inTransaction } from '@/server/queries/write-conflict';
import { say, type Text, text } from '@/lib/texts/texts';

/**
 * Says that a listed product is discontinued: its page stays, and lists, counts and search drop it. Of a product that is
 * discontinued already, replaces date, reason and successors. A rejected edit of the product is dropped.
 *
 * @throws ApiError `not_found`; `conflict` when the product is not listed, or has an edit in the queue or an appeal
 *   that waits; `bad_request` for a date in the future, and for successors that are not public, repeated or the product itself.
 */
export async function discontinueProduct(
  deps: ModerationDeps,
  viewer: Viewer,
  id: string,
  discontinuation: Discontinuation,
): Promise<void> {
  await moderateProduct(deps, viewer, id, {
    action: 'product.discontinue',
    reason: discontinuation.reason,
    event: 'product.discontinued',
    apply: (db, product) => applyDiscontinuation({ ...deps, db }, product, discontinuation),
  });
}

/** The changes of `discontinueProduct`, with its errors, to a locked product. */
export async function applyDiscontinuation(
  { db, env, now }: ModerationDeps,
  { id, status, editStatus, name, submitterId }: LockedProduct,
  { discontinuedOn, reason, successorIds }: Discontinuation,
): Promise<undefined> {
  if (status !== 'approved' && status !== 'discontinued') {
    throw new ApiError(
      'conflict',
      text('retire.notListed', "{name} isn't listed, so it can't be discontinued.", { name }),
    );
  }
  if (editStatus === 'pending') {
    throw new ApiError(
      'conflict',
      text('product.editWaits', '{name} has an edit in the queue. Decide on that first.', { name }),
    );
  }
  // Another moderator judges the appeal. The discontinuation would end the appeal without a judge.
  if (await isAppealedByOther(db, { id, submitterId }, null)) {
    throw new ApiError(
      'conflict',
      text('retire.appealWaits', '{name} has an appeal that waits for a decision. Decide on that first.', {
        name,
      }),
    );
  }
  // The first of all time zones to reach a date is 14 hours ahead of UTC.
  const latest = new Date(now().getTime() + 14 * HOUR_MS).toISOString().slice(0, 10);
  if (discontinuedOn > latest)
    refuse('discontinuedOn', text('retire.dateThatHasCome', 'Use a date that has come.'));
  await requireSuccessors(db, { id, name }, successorIds);
  if (status === 'approved') await updateTagCountsOfProduct(db, id, -1);
  await dropEdit({ db, env, now }, { id, name, submitterId }, null);
  await upsertDiscontinuation(db, id, { discontinuedOn, reason, successorIds: [...successorIds] });
  await updateProduct(db, id, { status: 'discontinued', editStatus: null, updatedAt: now() });
}

/** With its former date of approval. @throws ApiError `not_found`; `conflict` when the product is not discontinued. */
export async function relistProduct(deps: ModerationDeps, viewer: Viewer, id: string): Promise<void> {
  await moderateProduct(deps, viewer, id, {
    action: 'product.relist',
    async apply(db, { status, name }) {
      if (status !== 'discontinued')
        throw new ApiError(
          'conflict',
          text('retire.notDiscontinued', "{name} isn't discontinued.", { name }),
        );
      await deleteDiscontinuation(db, id);
      await updateProduct(db, id, { status: 'approved', updatedAt: deps.now() });
      await updateTagCountsOfProduct(db, id, 1);
    },
  });
}

async function requireSuccessors(
  db: Deps['db'],
  { id, name }: Pick<LockedProduct, 'id' | 'name'>,
  successorIds: readonly string[],
): Promise<void> {
  if (successorIds.includes(id))
    refuse('successorIds', text('retire.replacesItself', "{name} can't replace itself.", { name }));
  const found = await listPublicProductsById(db, successorIds);
  const isComplete = new Set(found.map((row) => row.id)).size === successorIds.length;
  if (!isComplete)
    refuse('successorIds', text('retire.upToThree', 'Choose up to three different, listed ones.'));
}

function refuse(field: string, message: Text): never {
  throw new ApiError('bad_request', message, { fields: { [field]: say(message) } });
}

type EraseDeps = Pick<Deps, 'db' | 'env' | 'now'>;

/**
 * Erases a product for good, with the duplicates that were merged into it and everything that refers to them, and clears
 * what the log and imports say about them. Their entries of the log name the ground alone. A job deletes the images within the hour, or a day after their upload.
 *
 * @param userId the admin; null at the terminal.
 * @throws ApiError `not_found`.
 */
export async function eraseProduct(
  { db, env, now }: EraseDeps,
  userId: string | null,
  { id, ground }: { id: string; ground: ErasureGround },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const products = await lockProductsWholly(tx, await listDuplicatesOf(tx, id));
    if (!products.has(id))
      throw new ApiError('not_found', text('product.noLonger', 'This {noun} no longer exists.'));
    const erased = [];
    for (const product of products.values()) {
      erased.push({ id: product.id, slugs: await eraseLocked({ db: tx, env }, product) });
    }
    for (const product of erased) {
      // The log lets go of a name only once no product has it.
      await clearDetailsOfErased(tx, product);
      await logAction(tx, userId === null ? ACTORS.commandLine : { userId }, {
        ...{ action: 'product.erase', subject: { productId: product.id }, details: { ground } },
        createdAt: now(),
      });
    }
  });
}

/** @returns the slugs that led to the product. */
async function eraseLocked(
  { db, env }: Pick<EraseDeps, 'db' | 'env'>,
  { id, status, url, canonicalURL: ownURL }: LockedProduct,
): Promise<string[]> {
  if (status === 'approved') await updateTagCountsOfProduct(db, id, -1);
  const words = await listWordsOfProduct(db, id);
  const slugs = await deleteSlugsOf(db, id);
  await deleteProduct(db, id);
  // A removed product has given its canonical URL back.
  await clearEntriesOf(db, { id, canonicalURL: ownURL ?? canonicalURL(url) });
  await leaveOutOfVoteDumps(db, id);
  await writeSearchDocuments(db, env.fields, [id]);
  await deleteUnusedWords(db, words);
  return slugs;
}

/** As `eraseProduct`, at the terminal. @returns the former name. */
export async function eraseProductBySlug(
  deps: EraseDeps,
  { slug, ground }: { slug: string; ground: ErasureGround },
): Promise<string> {
  const product = await findProductBySlug(deps.db, slug);
  if (!product)
    throw new ApiError(
      'not_found',
      text('retire.noSuchSlug', "There's no {noun} with the slug {slug}.", { slug }),
    );
  await eraseProduct(deps, null, { id: product.id, ground });
  return product.name;
}
