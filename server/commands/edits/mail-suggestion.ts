import { listParts, PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import { productPathFor } from '@/lib/contract/plain/site';
import { mailMember, quoteText } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import type { SuggestionRow } from '@/server/queries/edits/suggestions';
import { findProducts } from '@/server/queries/products/product-merges';
import type { LockedProduct } from '@/server/queries/products/product-rows';
import { t } from '@/lib/texts/texts';

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
  const product = (await findProducts(deps.db, [id])).get(id);
  if (!product) return;
  const { name, slug } = product;
  const { siteNoun, siteURL } = deps.env;
  const page = siteURL + productPathFor(siteNoun, slug);
  const why = t(
    'mail.why.suggested',
    'You get this email because you suggested a change of this {noun} on {siteName}.',
  );
  const { subject, lines } =
    reason === undefined
      ? acceptanceOf(name, {
          page,
          parts: listParts(PRODUCT_PARTS.filter((part) => part in suggestion.after)),
        })
      : refusalOf(name, { reason, siteURL });
  await mailMember(deps, suggestion.memberId, { subject, paragraphs: [...lines, why], entryId });
}

const acceptanceOf = (name: string, { page, parts }: { page: string; parts: string }) => ({
  subject: t('mail.suggestionAccepted.subject', 'Your suggestion for {name} was accepted', { name }),
  lines: [
    t(
      'mail.suggestionAccepted.intro',
      'Your suggestion for {name} on {siteName} was accepted. Thank you! Its {parts} now say what you suggested:' /* a list such as “tagline and tags”; may follow a colon */,
      { name, parts },
    ),
    page,
  ],
});

const refusalOf = (name: string, { reason, siteURL }: { reason: string; siteURL: string }) => ({
  subject: t('mail.suggestionRejected.subject', 'Your suggestion for {name} was not accepted', { name }),
  lines: [
    t(
      'mail.suggestionRejected.intro',
      'Your suggestion for {name} on {siteName} was not accepted. The reason:',
      { name },
    ),
    quoteText(reason),
    t('mail.suggestionRejected.others', 'You can see your suggestions here: {address}', {
      address: `${siteURL}/account/profile#edits`,
    }),
  ],
});
