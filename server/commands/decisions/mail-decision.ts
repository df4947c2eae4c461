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
  { name, reason }: { name: string; reason: string },
): Promise<void> {
  const { siteURL } = deps.env;
  await mailMember(deps, authorId, {
    subject: t('mail.editDropped.subject', 'Your rejected edit of {name} is gone', { name }),
    paragraphs: [
      t('mail.editDropped.reason', '{reason} You can edit it again.', { reason }),
      t('mail.dashboard', 'Your dashboard: {siteURL}/account/profile', { siteURL }),
      t('mail.why.edited', 'You get this email because you edited {name} on {siteName}.', {
        name,
      }),
    ],
  });
}

function textOf(decided: Decided, env: Deps['env']) {
  const { action, name, slug, isEdit, moderatorChanges, reason, ownProductId } = decided;
  const { siteNoun, siteURL } = env;
  const what = isEdit ? t('mailDecision.yourEditOfName', 'Your edit of {name}', { name }) : name;
  const page = siteURL + productPathFor(siteNoun, slug);
  const { subject, lines } =
    action === 'product.approve'
      ? {
          subject: isEdit
            ? t('mailDecision.whatIsPublished', '{what} is published', { what })
            : t('mail.listed.subject', '{name} is listed on {siteName}', { name }),
          lines: [
            isEdit
              ? t('mailDecision.whatIsPublished2', '{what} is published:', { what })
              : t('mail.listed.intro', '{name} is listed on {siteName} now:', { name }),
            page,
            moderatorChanges.length > 0 ? describeModeratorChanges(moderatorChanges) : undefined,
          ],
        }
      : {
          subject: t('mailDecision.whatWasNotAccepted', '{what} was not accepted', { what }),
          lines: [
            t(
              'mailDecision.aModeratorOfSiteName',
              'A moderator of {siteName} has not accepted {isEdit, select, true {your edit of {name}} other {{name}}}. The reason:',
              { name, isEdit },
            ),
            quoteText(reason ?? ''),
            isEdit
              ? t('mail.editRejected.staysListed', 'What was listed before stays listed: {page}', { page })
              : undefined,
            t(
              'mailDecision.youCanChange',
              'You can change it and submit it again, or answer the moderators once: {siteURL}{hasOwnProductId, select, true {/account/profile?status=rejected} other {/account/submit?id={ownProductId}}}',
              { siteURL, ownProductId, hasOwnProductId: ownProductId === undefined },
            ),
          ],
        };
  const why = t(
    'mailDecision.youGetThisEmail2',
    'You get this email because you {hasOwnProductId, select, true {submitted this {noun} to} other {own the site of this {noun} on}} {siteName}.',
    { hasOwnProductId: ownProductId === undefined },
  );
  return { subject, paragraphs: [...lines, why] };
}
