import { listParts, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import { productPathFor } from '@/lib/contract/plain/site';
import { mailMember, quoteText } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { lockProduct, type LockedProduct } from '@/server/queries/products/product-rows';
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
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  { suggestion, product: { id } }: Decided,
  { entryId, reason }: { entryId: string; reason?: string },
): Promise<void> {
  const product = await lockProduct(deps.db, id);
  if (!product) return;
  const { name, slug } = product;
  const { siteName, siteNoun, siteURL } = deps.env;
  const page = siteURL + productPathFor(siteNoun, slug);
  const what = `Your suggestion for ${name}`;
  const parts = listParts(PRODUCT_PARTS.filter((part) => part in suggestion.after));
  const lines =
    reason === undefined
      ? [`${what} on ${siteName} was accepted. Thank you! Its ${parts} now say what you suggested:`, page]
      : [
          `${what} on ${siteName} was not accepted. The reason:`,
          quoteText(reason),
          `You can see your suggestions here: ${siteURL}/account/profile#edits`,
        ];
  const why = `You get this email because you suggested a change of this ${siteNoun} on ${siteName}.`;
  const subject = `${what} was ${reason === undefined ? '' : 'not '}accepted`;
  await mailMember(deps, suggestion.memberId, { subject, paragraphs: [...lines, why], entryId });
}
