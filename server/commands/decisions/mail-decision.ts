import { describeModeratorChanges, type ProductPart } from '@/lib/contract/plain/product-parts';
import { productPathFor } from '@/lib/contract/plain/site';
import { mailMember, quoteText } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';

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
  const { siteName, siteURL } = deps.env;
  await mailMember(deps, authorId, {
    subject: `Your rejected edit of ${name} is gone`,
    paragraphs: [
      `${reason} You can edit it again.`,
      `Your dashboard: ${siteURL}/account/profile`,
      `You get this email because you edited ${name} on ${siteName}.`,
    ],
  });
}

function textOf(decided: Decided, env: Deps['env']) {
  const { action, name, slug, isEdit, moderatorChanges, reason, ownProductId } = decided;
  const { siteName, siteNoun, siteURL } = env;
  const what = isEdit ? `Your edit of ${name}` : name;
  const page = siteURL + productPathFor(siteNoun, slug);
  const { subject, lines } =
    action === 'product.approve'
      ? {
          subject: isEdit ? `${what} is published` : `${name} is listed on ${siteName}`,
          lines: [
            isEdit ? `${what} is published:` : `${name} is listed on ${siteName} now:`,
            page,
            moderatorChanges.length > 0 ? describeModeratorChanges(moderatorChanges) : undefined,
          ],
        }
      : {
          subject: `${what} was not accepted`,
          lines: [
            `A moderator of ${siteName} has not accepted ${isEdit ? `your edit of ${name}` : name}. The reason:`,
            quoteText(reason ?? ''),
            isEdit ? `What was listed before stays listed: ${page}` : undefined,
            `You can change it and submit it again, or answer the moderators once: ${siteURL}${ownProductId === undefined ? '/account/profile?status=rejected' : `/account/submit?id=${ownProductId}`}`,
          ],
        };
  const why = `You get this email because you ${ownProductId === undefined ? `submitted this ${siteNoun} to` : `own the site of this ${siteNoun} on`} ${siteName}.`;
  return { subject, paragraphs: [...lines, why] };
}
