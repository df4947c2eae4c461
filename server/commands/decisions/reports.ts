import type { ReportDecision, ReportInput } from '@/lib/contract/report';
import { countEmailTo } from '@/server/commands/count-email';
import { quoteText, sendsEmails } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { listPublicProductsById } from '@/server/queries/products/products';
import { type DecidedReport, updateDecidedReports, upsertReport } from '@/server/queries/products/reports';
import { insertDeliveries } from '@/server/queries/webhooks';
import { productPathFor } from '@/lib/contract/plain/site';
import { findVerifiedEmails } from '@/server/queries/account/identities';
import { insertEmails } from '@/server/queries/emails';
import type { LockedProduct } from '@/server/queries/products/product-rows';
import { applyDiscontinuation } from '@/server/commands/products/retire-product';
import { moderateProduct } from '@/server/commands/products/moderate-product';
import { applyRemoval, mailRemoval } from './removal';
import { say, t, type Text, text } from '@/lib/texts/texts';

type ReportingDeps = Pick<Deps, 'db' | 'env' | 'now' | 'rateLimits'>;

/**
 * Reports a public product to the moderators. An open report of the same member about it is replaced; every report of a
 * visitor is a new one.
 *
 * @param viewer undefined for a visitor, whose email is stored until the outcome is sent, of five reports a day at most.
 * @throws ApiError `not_found` when the product has no public page.
 */
export async function reportProduct(
  { db, env, now, rateLimits }: ReportingDeps,
  viewer: Pick<Viewer, 'userId'> | undefined,
  productId: string,
  { reason, text: details, duplicateURL, email }: ReportInput,
): Promise<'new' | 'changed'> {
  return db.transaction(async (tx) => {
    const [product] = await listPublicProductsById(tx, [productId]);
    if (!product) throw new ApiError('not_found', text('product.notListed', "This {noun} isn't listed."));
    const createdAt = now();
    const isAnswered =
      !viewer &&
      email !== '' &&
      sendsEmails(env) &&
      (await countEmailTo({ db: tx, rateLimits }, 'reportByRecipient', email)).isWithin;
    const isNew = await upsertReport(tx, {
      ...{ productId, reporterId: viewer?.userId ?? null, reason, text: details, createdAt },
      duplicateURL: reason === 'duplicate' && duplicateURL !== '' ? duplicateURL : null,
      email: isAnswered ? email : null,
    });
    if (isNew) await insertDeliveries(tx, { event: 'product.reported', productId, now: createdAt });
    return isNew ? 'new' : 'changed';
  });
}

type DecisionDeps = Pick<Deps, 'db' | 'env' | 'now'>;

const UPHELD = {
  none: { action: 'report.uphold', event: null },
  remove: { action: 'report.remove', event: 'product.changed' },
  discontinue: { action: 'report.discontinue', event: 'product.discontinued' },
} as const;

/**
 * Decides on the open reports of a product, or on one of them, and does what is to be done about them, in one transaction
 * with its one entry of the log. Tells the reporters by email, and the submitter of a removed product.
 *
 * @returns how many reports were decided.
 * @throws ApiError `not_found`; `conflict` when no such report is open, and as the removal or discontinuation;
 *   `bad_request` when a discontinuation has no date and reason, and for a remedy of reports that are dismissed.
 */
export async function decideReports(
  deps: DecisionDeps,
  viewer: Viewer,
  productId: string,
  { outcome, remedy, discontinuation, note, seen, reportId }: ReportDecision,
): Promise<number> {
  if (outcome === 'dismissed' && remedy !== 'none')
    refuse('remedy', text('report.remedyOfDismissed', 'A dismissed report cannot have a remedy.'));
  if (remedy === 'discontinue' && !discontinuation)
    refuse('discontinuation', text('report.dateAndReason', 'Give a date and a reason.'));
  const { now } = deps;
  let decidedCount = 0;
  await moderateProduct(deps, viewer, productId, {
    ...(outcome === 'dismissed' ? { action: 'report.dismiss', event: null } : UPHELD[remedy]),
    async apply(db, product) {
      const resolvedAt = now();
      const decided = await updateDecidedReports(db, productId, {
        ...{ reportId, seen: new Date(seen), outcome, note: note || null },
        ...{ resolvedAt, resolverId: viewer.userId },
      });
      if (decided.length === 0) {
        throw new ApiError(
          'conflict',
          text('report.decidedByAnother', 'Another moderator has already decided this report about {name}.', {
            name: product.name,
          }),
        );
      }
      if (remedy === 'remove') await applyRemoval({ db, now }, product);
      if (remedy === 'discontinue' && discontinuation) {
        await applyDiscontinuation({ ...deps, db }, product, discontinuation);
      }
      await mailOutcome({ ...deps, db }, product, { outcome, remedy, note, decided, viewer });
      if (remedy === 'remove') await mailRemoval({ ...deps, db }, product, viewer);
      decidedCount = decided.length;
      return { reports: String(decidedCount) };
    },
  });
  return decidedCount;
}

type Outcome = Pick<ReportDecision, 'outcome' | 'remedy' | 'note'> & {
  decided: readonly DecidedReport[];
  viewer: Viewer;
};

async function mailOutcome(
  { db, env, now }: DecisionDeps,
  { name, slug }: LockedProduct,
  { outcome, remedy, note, decided, viewer }: Outcome,
): Promise<void> {
  if (!sendsEmails(env)) return;
  const { siteNoun, siteURL } = env;
  const remedied = {
    none: t('mail.report.upheld', 'They agree, and have taken care of it.'),
    remove: t('mail.report.removed', 'They agree, and have removed {name}.', { name }),
    discontinue: t('mail.report.discontinued', 'They agree, and have marked {name} as discontinued.', {
      name,
    }),
  }[remedy];
  const lines = [
    t('mail.report.intro', 'You reported {name}. The moderators of {siteName} have looked at it.', { name }),
    outcome === 'upheld' ? remedied : t('mail.report.dismissed', 'They found nothing to change.'),
    note && quoteText(note),
    remedy === 'remove' ? '' : siteURL + productPathFor(siteNoun, slug),
    t(
      'mail.why.reported',
      'You get this email because you reported this {noun}, and it is the only one about that.',
    ),
  ];
  const members = decided.flatMap(({ reporterId }) => reporterId ?? []);
  const emails = new Set([
    ...(await findVerifiedEmails(
      db,
      members.filter((id) => id !== viewer.userId),
    )),
    ...decided.flatMap(({ email }) => email ?? []),
  ]);
  const createdAt = now();
  const subject = t('mail.report.subject', 'Your report about {name}', { name });
  const body = lines.filter(Boolean).join('\n\n');
  await insertEmails(
    db,
    [...emails].map((email) => ({ email, subject, body, createdAt })),
  );
}

function refuse(field: string, message: Text): never {
  throw new ApiError('bad_request', message, { fields: { [field]: say(message) } });
}
