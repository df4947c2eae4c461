import { listParts, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import { productPathFor } from '@/lib/contract/plain/site';
import type { Deps } from '@/server/deps';
import { findVerifiedEmail } from '@/server/queries/account/identities';
import { insertEmail } from '@/server/queries/mail-outbox';
import { lockProduct, type LockedProduct } from '@/server/queries/products/submissions';
import type { SuggestionRow } from '@/server/queries/edits/suggestions';

type Decided = {
  suggestion: Pick<SuggestionRow, 'memberId' | 'after'>;
  product: Pick<LockedProduct, 'id'>;
};

/**
 * Tells a member by email what was decided about a suggestion, on a site that sends emails, if a provider has verified the
 * address. Call it in the transaction of the decision, after the product has changed.
 *
 * @param reason of a rejection.
 */
export async function mailSuggestion(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  { suggestion, product: { id } }: Decided,
  { entryId, reason }: { entryId: string; reason?: string },
): Promise<void> {
  const sendsEmails = env.smtp !== undefined || env.appEnv !== 'production';
  const email = sendsEmails ? await findVerifiedEmail(db, suggestion.memberId) : undefined;
  const product = await lockProduct(db, id);
  if (email === undefined || !product) return;
  const { name, slug } = product;
  const { siteName, siteNoun, siteURL } = env;
  const page = siteURL + productPathFor(siteNoun, slug);
  const what = `Your suggestion for ${name}`;
  const parts = listParts(PRODUCT_PARTS.filter((part) => part in suggestion.after));
  const lines =
    reason === undefined
      ? [`${what} on ${siteName} was accepted. Thank you! Its ${parts} now say what you suggested:`, page]
      : [
          `${what} on ${siteName} was not accepted. The reason:`,
          reason.replace(/^/gm, '> '),
          `You can see your suggestions here: ${siteURL}/account/profile#edits`,
        ];
  const why = `You get this email because you suggested a change of this ${siteNoun} on ${siteName}.`;
  await insertEmail(db, {
    ...{ email, subject: `${what} was ${reason === undefined ? '' : 'not '}accepted` },
    ...{ body: [...lines, why].join('\n\n'), createdAt: now(), entryId },
  });
}
