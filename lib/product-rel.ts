import type { Product } from './contract/product';
import { env } from './env';

/** From how many upvotes that count in the ranking a link is one that members vouch for. */
const VOUCHED_UPVOTES_MIN = 5;

type LinkedProduct = Pick<Product, 'standing'>;

const RULES: Record<string, (product: LinkedProduct) => boolean> = {
  upvoted: ({ standing }) => (standing?.rankingUpvoteCount ?? 0) >= VOUCHED_UPVOTES_MIN,
  always: () => true,
  never: () => false,
};

const isFollowed = (() => {
  const rule = RULES[env.siteFollow];
  if (rule) return rule;
  throw new Error(`NEXT_PUBLIC_SITE_FOLLOW must be one of ${Object.keys(RULES).join(', ')}`);
})();

/**
 * The `rel` of links to a product's website. With `nofollow`, search engines do not count the link for that site, so
 * that no member submits a product for the link alone.
 */
export const productRel = (product: LinkedProduct) =>
  isFollowed(product) ? 'noopener ugc' : 'noopener nofollow ugc';
