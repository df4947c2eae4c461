import { formatWords } from '@/lib/texts/lists';
import { say, t, type Text, text } from '@/lib/texts/texts';

/** What a product says in words, in the order in which forms and lists name the parts. */
export const PRODUCT_PARTS = ['name', 'tagline', 'description', 'url', 'tags'] as const;
export type ProductPart = (typeof PRODUCT_PARTS)[number];

type NamedPart = ProductPart | 'icon' | 'screenshot';

const labels: Record<NamedPart, Text> = {
  name: text('productPart.name', 'name' /* in a list of parts of a product */),
  tagline: text('productPart.tagline', 'tagline' /* in a list of parts of a product */),
  description: text('productPart.description', 'description' /* in a list of parts of a product */),
  url: text('productPart.url', 'link' /* in a list of parts of a product */),
  tags: text('productPart.tags', 'tags' /* in a list of parts of a product */),
  icon: text('productPart.icon', 'icon' /* in a list of parts of a product */),
  screenshot: text('productPart.screenshot', 'screenshot' /* in a list of parts of a product */),
};

/** Such as `tagline and tags`. */
export const listNames = (parts: readonly NamedPart[]): string =>
  formatWords(parts.map((part) => say(labels[part])));

/** The same in the order of the parts. */
export const listParts = (parts: readonly ProductPart[]): string =>
  listNames(PRODUCT_PARTS.filter((part) => parts.includes(part)));

/** What submitters read of what moderators have changed in their products. */
export const describeModeratorChanges = (parts: readonly ProductPart[]) =>
  t(
    'productParts.changedByModerator',
    'A moderator changed {parts}.' /* a list such as “tagline and tags”; may follow a colon */,
    { parts: listParts(parts) },
  );

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
    'productParts.agreement',
    '{count, plural, one {# of {membersMin} trusted members agrees} other {# of {membersMin} trusted members agree}}',
    { count, membersMin: AGREEMENT_RULES.membersMin },
  );
