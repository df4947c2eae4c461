// Without zod: the page of the rules loads it.
import { type ProductPart } from './product-parts';

/** When members accept a suggested change without a moderator. */
export const AGREEMENT_RULES = {
  /** Trusted members who have to agree. */
  membersMin: 3,
  /** A member is trusted from this age of the account on, */
  accountDaysMin: 30,
  /** with this many submissions and suggestions together that moderators accepted, */
  contributionsMin: 3,
  /** and without a rejection in this time. */
  calmDays: 90,
  /** Of a suggestion, this many agreements are looked at, the newest first. Only those of members who are no longer trusted are more than `membersMin`. */
  readMax: 20,
} as const;

/** What members may change by agreeing. The rest is up to moderators. */
const AGREEABLE_PARTS: readonly ProductPart[] = ['tagline', 'description', 'tags'];

export const canMembersAccept = (parts: readonly ProductPart[]): boolean =>
  parts.every((part) => AGREEABLE_PARTS.includes(part));

/** Such as `2 of 3 trusted members agree`. */
export const describeAgreement = (count: number): string =>
  `${count} of ${AGREEMENT_RULES.membersMin} trusted members ${count === 1 ? 'agrees' : 'agree'}`;
