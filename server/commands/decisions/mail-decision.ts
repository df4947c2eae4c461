import { describeModeratorChanges, type ProductPart } from '@/lib/contract/plain/product-parts';
import { productPathFor } from '@/lib/contract/plain/site';
import { mailMember, quoteText } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { t } from '@/lib/texts/texts';

type Decided = {
  action: 'product.approve' | 'product.reject';
  /** The name and slug after the decision. */
  name: string;
  slug: string;
  authorId: string | null;
  /** Set for the edit of a verified owner, which is not on the dashboard. */
  ownProductId: string | undefined;
  isEdit: boolean;
  moderatorChanges: readonly ProductPart[];
  reason?: string;
};

type Sending = {
  entryId: string;
  moderatorId: string;
  /** When the decision can no longer be undone. */
  dueAt: Date;
};

/**
 * Tells a submitter by email what was decided, on a site that sends emails, if a provider has verified the address. Call
 * it in the transaction of the decision.
 */
export async function mailDecision(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  decided: Decided,
  { entryId, moderatorId, dueAt }: Sending,
): Promise<void> {
  const { authorId } = decided;
  if (authorId === null || authorId === moderatorId) return;
  await mailMember(deps, authorId, { ...textOf(decided, deps.env), dueAt, entryId });
}

/** Tells the author of a rejected edit by email that the edit is gone. Call it in the transaction that deletes the edit. */
export async function mailDroppedEdit(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  authorId: string,
  name: string,
): Promise<void> {
  const { siteURL } = deps.env;
  await mailMember(deps, authorId, {
    subject: t('mail.editDropped.subject', 'Your rejected edit of {name} is gone', { name }),
    paragraphs: [
      t(
        'mail.editDropped.intro',
        '{name} has changed since, so your rejected edit of it is gone. You can edit it again.',
        { name },
      ),
      t('mail.dashboard', 'Your dashboard: {address}', { address: `${siteURL}/account/profile` }),
      t('mail.why.edited', 'You get this email because you edited {name} on {siteName}.', {
        name,
      }),
    ],
  });
}

function textOf(decided: Decided, { siteNoun, siteURL }: Deps['env']) {
  const page = siteURL + productPathFor(siteNoun, decided.slug);
  const { subject, lines } =
    decided.action === 'product.approve' ? approvalOf(decided, page) : rejectionOf(decided, page, siteURL);
  const why =
    decided.ownProductId === undefined
      ? t('mail.why.submitted', 'You get this email because you submitted this {noun} to {siteName}.')
      : t('mail.why.ownsSite', 'You get this email because you own the site of this {noun} on {siteName}.');
  return { subject, paragraphs: [...lines, why] };
}

function approvalOf({ name, isEdit, moderatorChanges }: Decided, page: string) {
  const changes = moderatorChanges.length > 0 ? describeModeratorChanges(moderatorChanges) : undefined;
  if (isEdit)
    return {
      subject: t('mail.editPublished.subject', 'Your edit of {name} is published', { name }),
      lines: [t('mail.editPublished.intro', 'Your edit of {name} is published:', { name }), page, changes],
    };
  return {
    subject: t('mail.listed.subject', '{name} is listed on {siteName}', { name }),
    lines: [t('mail.listed.intro', '{name} is listed on {siteName} now:', { name }), page, changes],
  };
}

function rejectionOf({ name, isEdit, reason = '', ownProductId }: Decided, page: string, siteURL: string) {
  const path =
    ownProductId === undefined ? '/account/profile?status=rejected' : `/account/submit?id=${ownProductId}`;
  const goOn = t(
    'mail.rejected.goOn',
    'You can change it and submit it again, or answer the moderators once: {address}',
    { address: siteURL + path },
  );
  if (isEdit)
    return {
      subject: t('mail.editRejected.subject', 'Your edit of {name} was not accepted', { name }),
      lines: [
        t(
          'mail.editRejected.intro',
          'A moderator of {siteName} has not accepted your edit of {name}. The reason:',
          { name },
        ),
        quoteText(reason),
        t('mail.editRejected.staysListed', 'What was listed before stays listed: {page}', { page }),
        goOn,
      ],
    };
  return {
    subject: t('mail.rejected.subject', '{name} was not accepted', { name }),
    lines: [
      t('mail.rejected.intro', 'A moderator of {siteName} has not accepted {name}. The reason:', { name }),
      quoteText(reason),
      goOn,
    ],
  };
}
