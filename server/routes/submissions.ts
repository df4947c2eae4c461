import { Hono } from 'hono';
import { checkRulesCall, type RuledForm } from '@/lib/contract/rule';
import {
  editProductCall,
  findSubmissionCall,
  type SubmittedProduct,
  renderDescriptionCall,
  SUBMISSION_LIMITS,
  type Submission,
  submitProductCall,
  withdrawProductCall,
  listSubmissionsCall,
} from '@/lib/contract/submission';
import { findDuplicatesCall, previewProductCall } from '@/lib/contract/product-preview';
import { sayStored } from '@/server/base/stored-text';
import { checkRules, requirePassed } from '@/server/commands/submissions/check-rules';
import { editProduct } from '@/server/commands/edits/edit-product';
import { findDuplicate, findSimilar } from '@/server/commands/submissions/duplicates';
import { previewProduct } from '@/server/commands/submissions/read-pages';
import { submitProduct } from '@/server/commands/submissions/submit-product';
import { withdrawProduct } from '@/server/commands/submissions/withdraw-product';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { canSeeOwnProduct, isAuthorOfLatest, type Viewer } from '@/server/policies/viewer';
import { presentSubmission } from '@/server/presenters/product';
import { listAnswersToLast } from '@/server/queries/account/appeals';
import {
  submissionOrder,
  findSubmissionById,
  listSubmissions,
  type SubmissionRow,
} from '@/server/queries/edits/submission-rows';
import { isVerifiedOwner } from '@/server/queries/products/claims';
import { listQueuePlaces } from '@/server/queries/queue-entries';
import { countSubmissions } from '@/server/queries/products/product-rows';
import { t, text } from '@/lib/texts/texts';

export const submissionRoutes = new Hono<AppEnv>();

memberEndpoint(submissionRoutes, previewProductCall, (c, { viewer, body }) =>
  previewProduct(c.var.deps, viewer, body.url),
);

memberEndpoint(submissionRoutes, findDuplicatesCall, async (c, { viewer, query }) => {
  const { deps } = c.var;
  const duplicate = await findDuplicate(deps, viewer, query.url ?? '');
  const similar = await findSimilar(deps, viewer, query.name ?? '');
  return { ...duplicate, similar: similar.filter(({ id }) => id !== duplicate.duplicateOf?.id) };
});

memberEndpoint(submissionRoutes, renderDescriptionCall, async (c, { viewer, body }) => ({
  descriptionHTML: await c.var.deps.textWorkers.renderMarkdown(body.description, viewer.userId),
}));

memberEndpoint(submissionRoutes, checkRulesCall, async (c, { viewer, body }) => ({
  checks: (await checkRules(c.var.deps, viewer, body)).map((check) => ({
    ...check,
    sentence: sayStored(check.sentence),
  })),
}));

memberEndpoint(submissionRoutes, submitProductCall, async (c, { viewer, body }) => {
  await c.var.deps.brakes.requireReleased('no-submissions');
  const checks = await checkRules(c.var.deps, viewer, formOf(body));
  requirePassed(checks);
  const id = await submitProduct(c.var.deps, viewer, body, checks);
  return { product: await readOwnProduct(c, viewer, id) };
});

const formOf = ({ url, name, tagline, description, isMaker, ...images }: Submission): RuledForm => ({
  ...{ url, name, tagline, description, isMaker },
  hasIcon: images.iconURL !== null,
  hasScreenshot: (images.screenshotURL ?? images.imageURL ?? null) !== null,
});

memberEndpoint(submissionRoutes, listSubmissionsCall, async (c, { viewer, query: { status, after } }) => {
  const { db } = c.var.deps;
  const page = { after, limit: SUBMISSION_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, submissionOrder, page, (from) =>
    listSubmissions(db, { ...from, submitterId: viewer.userId, status }),
  );
  return {
    products: await presentRows(c, viewer, rows),
    counts: await countSubmissions(db, viewer.userId),
    nextCursor,
  };
});

memberEndpoint(submissionRoutes, findSubmissionCall, async (c, { viewer, params }) => ({
  product: await readOwnProduct(c, viewer, params.id),
}));

memberEndpoint(submissionRoutes, editProductCall, async (c, { viewer, params, body }) => {
  await editProduct(c.var.deps, viewer, params.id, body);
  return { product: await readOwnProduct(c, viewer, params.id) };
});

memberEndpoint(submissionRoutes, withdrawProductCall, async (c, { viewer, params }) => {
  const outcome = await withdrawProduct(c.var.deps, viewer, params.id);
  const message = {
    deleted: t('withdrawal.deleted', 'Withdrawn. Anyone can submit its link again.'),
    removed: t('withdrawal.removed', 'Withdrawn. Anyone can submit its link again in 24 hours.'),
    detached: t(
      'withdrawal.detached',
      'Withdrawn. Others have added to it, so it stays, listed as submitted by a former member.',
    ),
    kept: t('withdrawal.kept', 'Withdrawn. Moderators had removed it, so its link stays taken.'),
  }[outcome];
  return { message };
});

async function readOwnProduct(c: AppContext, viewer: Viewer, id: string): Promise<SubmittedProduct> {
  const { db } = c.var.deps;
  const row = await findSubmissionById(db, id);
  const isShown = row && (canSeeOwnProduct(viewer, row) || (await isOwner(c, viewer, row)));
  const [product] = isShown ? await presentRows(c, viewer, [row]) : [];
  if (!product) throw new ApiError('not_found', text('product.notYours', "You don't have this {noun}."));
  return product;
}

/** The owner of the public page's host, while an edit may have another one. */
const isOwner = (
  c: AppContext,
  viewer: Viewer,
  { id, publishedURL: url, publishedStatus: status }: SubmissionRow,
) => isVerifiedOwner(c.var.deps.db, viewer, { id, url, status });

async function presentRows(
  c: AppContext,
  viewer: Viewer,
  rows: readonly SubmissionRow[],
): Promise<SubmittedProduct[]> {
  const { db, env, now } = c.var.deps;
  const pending = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
  const places = await listQueuePlaces(db, pending, now());
  const rejected = rows.filter(({ status }) => status === 'rejected').map(({ id }) => id);
  const answers = await listAnswersToLast(db, rejected);
  return rows.map((row) =>
    presentSubmission(
      canReadLetters(viewer, row) ? row : withoutLetters(row),
      {
        queuePlace: places.get(row.id),
        answer: canReadLetters(viewer, row) ? answers.get(row.id) : undefined,
      },
      env,
    ),
  );
}

/** Only moderators and the author of a version see the rejection reason and the appeal. */
const canReadLetters = (viewer: Viewer, row: SubmissionRow): boolean =>
  isAuthorOfLatest(viewer, row) || canSeeOwnProduct(viewer, { submitterId: null });

const withoutLetters = (row: SubmissionRow): SubmissionRow => ({
  ...row,
  rejectionReason: null,
  moderatorChanges: null,
});
