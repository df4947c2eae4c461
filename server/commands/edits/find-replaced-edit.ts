import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import { isAuthorOfLatest, type Viewer } from '@/server/policies/viewer';
import { listAnswersToLast } from '@/server/queries/account/appeals-by-subject';
import { findProductEdit, type ProductVersion } from '@/server/queries/edits/product-edits';
import type { LockedProduct } from '@/server/queries/products/product-rows';

/**
 * Finds the edit that the viewer's next edit of a locked product replaces. The submitter and the verified owners share one
 * edit, so whoever is second waits: no edit may end that of somebody else, or appear under another name.
 *
 * @returns undefined without an edit, and for a rejected one of somebody else.
 * @throws ApiError `conflict`, with what waits, while a moderator has to decide about the edit of somebody else.
 */
export async function findReplacedEdit(
  { db, siteNoun }: Pick<Deps, 'db'> & { siteNoun: string },
  viewer: Viewer,
  product: LockedProduct,
): Promise<ProductVersion | undefined> {
  const edit = await findProductEdit(db, product.id);
  if (!edit || isAuthorOfLatest(viewer, { ...product, editorId: edit.editorId })) return edit;
  const answer = (await listAnswersToLast(db, [product.id])).get(product.id);
  const isWaiting = product.editStatus === 'pending' || (answer !== undefined && answer.decidedAt === null);
  if (!isWaiting) return undefined;
  const author = edit.editorId ? 'A verified owner' : 'The submitter';
  throw new ApiError(
    'conflict',
    `${author} has edited this ${siteNoun}, and a moderator hasn't decided yet. It would say: ${describe(product, edit)}. Your changes aren't saved. Send them after the decision.`,
  );
}

/** The words that an edit changes, short ones in full. */
function describe(product: LockedProduct, edit: ProductVersion): string {
  const short = (['name', 'tagline', 'url'] as const).flatMap((part) =>
    edit[part] === product[part] ? [] : [`${part === 'url' ? 'link' : part} “${edit[part]}”`],
  );
  const others = [
    edit.description !== product.description && 'another description',
    edit.iconId !== product.iconId && 'another icon',
    edit.screenshotId !== product.screenshotId && 'another screenshot',
  ];
  return [...short, ...others.filter((other) => other !== false)].join(', ');
}
