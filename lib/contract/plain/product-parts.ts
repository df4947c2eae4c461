import { t } from '@/lib/texts/texts';
/** What a product says in words, in the order in which forms and lists name the parts. */
export const PRODUCT_PARTS = ['name', 'tagline', 'description', 'url', 'tags'] as const;
export type ProductPart = (typeof PRODUCT_PARTS)[number];

const labels: Record<ProductPart, string> = {
  name: 'name',
  tagline: 'tagline',
  description: 'description',
  url: 'link',
  tags: 'tags',
};

/** Such as `tagline and tags`. */
export function listParts(parts: readonly ProductPart[]): string {
  const names = PRODUCT_PARTS.filter((part) => parts.includes(part)).map((part) => labels[part]);
  return names.join(', ').replace(/, (\w+)$/, ' and $1');
}

/** What submitters read of what moderators have changed in their products. */
export const describeModeratorChanges = (parts: readonly ProductPart[]) =>
  t('productParts.aModeratorChangedParts', 'A moderator changed {parts}.', { parts: listParts(parts) });

export const AGREEMENT_RULES = {
  /** Trusted members who have to agree. */
  membersMin: 3,
  /** A member is trusted from this age of the account on, */
  accountDaysMin: 30,
  /** with this many submissions and suggestions together that moderators accepted, */
  contributionsMin: 3,
  /** and without a rejection in this time. */
  calmDays: 90,
  /** Of each suggestion, only this many of the newest agreements are read. More than `membersMin` exist only if members have lost their trust. */
  readMax: 20,
} as const;

/** The parts of a product that trusted members can change. Only moderators accept changes of other parts. */
const AGREEABLE_PARTS: readonly ProductPart[] = ['tagline', 'description', 'tags'];

export const canMembersAccept = (parts: readonly ProductPart[]): boolean =>
  parts.every((part) => AGREEABLE_PARTS.includes(part));

/** Such as `2 of 3 trusted members agree`. */
export const describeAgreement = (count: number): string =>
  t(
    'productParts.countOfMembersMinTrusted',
    '{count} of {membersMin} trusted members {count, plural, one {agrees} other {agree}}',
    { count, membersMin: AGREEMENT_RULES.membersMin },
  );
