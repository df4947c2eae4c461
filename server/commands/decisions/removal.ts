import { REMOVAL_LIMITS } from '@/lib/contract/report';
import { moderateProduct } from '@/server/commands/products/moderate-product';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { findProductEdit, isEditRejected } from '@/server/queries/edits/product-edits';
import {
  findDiscontinuation,
  type LockedProduct,
  updateProduct,
} from '@/server/queries/products/product-rows';
import { findProductByCanonicalURL } from '@/server/queries/products/products';
import { canRestoreProduct, wasRemovedAfterReport } from '@/server/queries/products/removals';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { canonicalURL } from '@/server/web/canonical-url';
import { describeQueueEntry } from './queue-entry';
import { productPathFor } from '@/lib/contract/plain/site';
import { mailMember } from '@/server/commands/mail-member';
import { t, text } from '@/lib/texts/texts';

/**
 * Removes a locked product from the directory. Its page says that it was removed, and its URL stays taken. Keeps its
 * edit, its discontinuation and the pairs that wait for moderators, for `restoreProduct`.
 *
 * @throws ApiError `conflict` when the product has no public page.
 */
export async function applyRemoval(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, status, name }: LockedProduct,
): Promise<void> {
  if (status !== 'approved' && status !== 'discontinued') {
    throw new ApiError(
      'conflict',
      text('report.productNotListed', "{name} isn't listed any more. Decide without removing it.", {
        name,
      }),
    );
  }
  if (status === 'approved') await updateTagCountsOfProduct(db, id, -1);
  const at = now();
  await updateProduct(db, id, { status: 'removed', editStatus: null, removedAt: at, updatedAt: at });
}

/**
 * Restores a product that was withdrawn, or removed after a report, in the last 30 days, with its former date of approval,
 * status and edit. Tells its submitter by email.
 *
 * @throws ApiError `not_found`; `conflict` when the product was not removed so: it is public, or merged, or was removed
 *   earlier; and when another product has its URL by now.
 */
export async function restoreProduct(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  await moderateProduct(deps, viewer, id, {
    action: 'product.restore',
    async apply(db, product) {
      const { withdrawnAt, name } = product;
      if (!(await canRestoreProduct(db, id, deps.now()))) {
        throw new ApiError(
          'conflict',
          text(
            'product.cannotBeListedAgain',
            "{name} was neither withdrawn nor removed after a report in the last {restoreDays} days, so it can't be listed again.",
            { name, restoreDays: REMOVAL_LIMITS.restoreDays },
          ),
        );
      }
      const url = product.canonicalURL ?? canonicalURL(product.url);
      const holder = url === null ? undefined : await findProductByCanonicalURL(db, url);
      if (holder && holder.id !== id) {
        throw new ApiError(
          'conflict',
          text('product.linkTakenSince', '{holder} has the link of {name} by now.', {
            holder: holder.name,
            name,
          }),
        );
      }
      const wasWithdrawn = withdrawnAt !== null && !(await wasRemovedAfterReport(db, id));
      const wasDiscontinued = (await findDiscontinuation(db, id)) !== undefined;
      const edit = await findProductEdit(db, id);
      const editStatus = edit && ((await isEditRejected(db, id)) ? 'rejected' : 'pending');
      await updateProduct(db, id, {
        status: wasDiscontinued ? 'discontinued' : 'approved',
        editStatus: editStatus ?? null,
        canonicalURL: url,
        removedAt: null,
        withdrawnAt: null,
        updatedAt: deps.now(),
      });
      if (!wasDiscontinued) await updateTagCountsOfProduct(db, id, 1);
      const hasPendingEdit = edit !== undefined && editStatus === 'pending';
      if (hasPendingEdit) await describeQueueEntry({ db, now: deps.now }, id, edit);
      await mailRestoration({ ...deps, db }, product, {
        ...{ viewer, hasPendingEdit, wasWithdrawn },
      });
      return undefined;
    },
  });
}

type MailDeps = Pick<Deps, 'db' | 'env' | 'now'>;
type MailedProduct = Pick<LockedProduct, 'name' | 'slug' | 'submitterId' | 'editStatus'>;

export async function mailRemoval(deps: MailDeps, product: MailedProduct, viewer: Viewer): Promise<void> {
  const { siteURL } = deps.env;
  const { name, editStatus } = product;
  await mailSubmitter(deps, product, viewer, {
    subject: t('mail.removed.subject', '{name} was removed from {siteName}', { name }),
    lines: [
      t('mail.removed.intro', 'The moderators of {siteName} have removed {name} after a report.', { name }),
      editStatus === 'pending'
        ? t(
            'mail.removed.edit',
            'Your edit was in the queue and is not published. If the moderators list {name} again, your edit returns to the queue.',
            { name },
          )
        : undefined,
      t('mail.removed.ifMistake', 'If you think that is a mistake, write to us: {address}', {
        address: `${siteURL}/support#contact`,
      }),
    ],
  });
}

export async function mailRestoration(
  deps: MailDeps,
  product: MailedProduct,
  {
    viewer,
    hasPendingEdit,
    wasWithdrawn,
  }: { viewer: Viewer; hasPendingEdit: boolean; wasWithdrawn: boolean },
): Promise<void> {
  const { siteNoun, siteURL } = deps.env;
  const { name, slug } = product;
  const page = siteURL + productPathFor(siteNoun, slug);
  await mailSubmitter(deps, product, viewer, {
    subject: t('mail.restored.subject', '{name} is back on {siteName}', { name }),
    lines: [
      wasWithdrawn
        ? t(
            'mail.restored.afterWithdrawal',
            'You had withdrawn {name} from {siteName}. The moderators have listed it again: {page}',
            { name, page },
          )
        : t(
            'mail.restored.afterRemoval',
            'The moderators of {siteName} had removed {name}. They have listed it again: {page}',
            { name, page },
          ),
      wasWithdrawn
        ? t('mail.restored.ifUnwanted', "If you don't want that, write to us: {address}", {
            address: `${siteURL}/support#contact`,
          })
        : undefined,
      hasPendingEdit ? t('mail.restored.edit', 'Your edit is back in the queue.') : undefined,
    ],
  });
}

async function mailSubmitter(
  deps: MailDeps,
  { submitterId }: MailedProduct,
  { userId }: Viewer,
  { subject, lines }: { subject: string; lines: (string | undefined)[] },
): Promise<void> {
  if (submitterId === null || submitterId === userId) return;
  const why = t('mail.why.submitted', 'You get this email because you submitted this {noun} to {siteName}.');
  await mailMember(deps, submitterId, { subject, paragraphs: [...lines, why] });
}
