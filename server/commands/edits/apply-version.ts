import { mailClosedAppeal } from '@/server/commands/account/close-appeals';
import { mailDroppedEdit } from '@/server/commands/decisions/mail-decision';
import { updateTerms } from '@/server/commands/products/update-terms';
import { releaseWithdrawn } from '@/server/commands/submissions/require-unlisted-url';
import { chooseSlug } from '@/server/commands/submissions/submit-product';
import type { Deps } from '@/server/deps';
import { closeAppealsAbout } from '@/server/queries/account/appeals';
import {
  deleteProductEdit,
  findProductEdit,
  isEditRejected,
  type ProductVersion,
} from '@/server/queries/edits/product-edits';
import {
  insertFirstVersions,
  insertVersions,
  type VersionChange,
} from '@/server/queries/edits/product-versions';
import { insertProductSlug } from '@/server/queries/products/product-slugs';
import { replaceProductValues } from '@/server/queries/products/product-values';
import { type LockedProduct, updateProduct } from '@/server/queries/products/product-rows';
import { replaceProductTags } from '@/server/queries/products/tags';
import { findBrand } from '@/server/tiles/brands';

/**
 * Drops the edit of a locked product, if it has one, and closes the appeal against its rejection. Tells the author of a
 * rejected edit by email, unless the author dropped it.
 */
export async function dropEdit(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  { id, name, submitterId }: Pick<LockedProduct, 'id' | 'name' | 'submitterId'>,
  droppedBy: string | null,
): Promise<void> {
  const { db, now } = deps;
  const edit = await findProductEdit(db, id);
  if (!edit) return;
  const wasRejected = await isEditRejected(db, id);
  await deleteProductEdit(db, id);
  if (!wasRejected) return;
  const authorId = edit.editorId ?? submitterId;
  const reason = `${name} has changed since, so your rejected edit of it is gone.`;
  const decision = { outcome: 'upheld' as const, reply: reason, judgeId: null, decidedAt: now() };
  const closed = await closeAppealsAbout(db, id, decision);
  for (const { userId } of closed) if (userId !== droppedBy) await mailClosedAppeal(deps, { userId, reason });
  const isTold = authorId === droppedBy || closed.some(({ userId }) => userId === authorId);
  if (authorId !== null && !isTold) await mailDroppedEdit(deps, authorId, { name, reason });
}

/** Makes a version the product's own, in place of the edit that it may have, and notes it. The product is locked. */
export async function applyVersion(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  {
    id,
    name,
    url,
    slug: presentSlug,
    submitterId,
  }: Pick<LockedProduct, 'id' | 'name' | 'url' | 'slug' | 'submitterId'>,
  { tagIds, fieldValues, editorId: _, ...version }: ProductVersion,
  change: Omit<VersionChange, 'at'>,
): Promise<void> {
  await insertFirstVersions(db, [id]);
  const slug = version.name === name ? presentSlug : await chooseSlug(db, version, id);
  if (slug !== presentSlug) await insertProductSlug(db, { slug, productId: id, createdAt: now() });
  await releaseWithdrawn({ db, now }, version.canonicalURL);
  await dropEdit({ db, env, now }, { id, name, submitterId }, change.memberId);
  await replaceProductTags(db, id, tagIds);
  if (fieldValues) {
    await replaceProductValues(db, id, fieldValues);
    await updateTerms(db, env.fields, [id]);
  }
  await updateProduct(db, id, {
    ...version,
    slug,
    brandSlug: (await findBrand(version)) ?? null,
    ...(version.url !== url && { iconCheckAt: now() }),
    editStatus: null,
    updatedAt: now(),
  });
  await insertVersions(db, [id], { ...change, at: now() });
}
