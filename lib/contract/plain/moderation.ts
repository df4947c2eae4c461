export const MEASURE_KINDS = ['warning', 'suspension', 'ban'] as const;
export type MeasureKind = (typeof MEASURE_KINDS)[number];

export const APPEAL_OUTCOMES = ['upheld', 'reversed'] as const;

export const MEMBER_LIMITS = {
  reasonCharsMax: 500,
  noteCharsMax: 1_000,
  appealCharsMax: 1_000,
  /** A longer suspension is a ban. */
  suspensionDaysMax: 365,
  /** How long warnings, notes and past measures outlive a deleted account. */
  recordDays: 180,
  pageSize: 30,
  queryCharsMax: 60,
  /** How many measures, notes and rejections a record shows. */
  shownMax: 50,
  /** How many of the last submissions are searched for rejections. */
  submissionsMax: 200,
  /** Higher numbers of upvotes are not counted to their end. */
  countedMax: 10_000,
} as const;

/** What moderators can stop for a while. */
export const BRAKES = [
  'read-only',
  'no-submissions',
  'no-new-accounts',
  'slow-mode',
  'no-google',
  'no-github',
  'no-oidc',
] as const;
export type BrakeName = (typeof BRAKES)[number];

/** What everybody reads while a brake is on. */
export const BRAKE_SENTENCES: Record<BrakeName, string> = {
  'read-only': 'This site is read-only for now.',
  'no-submissions': 'Submissions are paused for now.',
  'no-new-accounts': 'This site takes no new accounts for now.',
  'slow-mode': 'Slow mode is on: each member can make six changes a minute.',
  'no-google': 'Signing in with Google is paused for now.',
  'no-github': 'Signing in with Github is paused for now.',
  'no-oidc': 'Signing in with OpenID Connect is paused for now.',
};

/** Why somebody may no longer act, nor anything that acts for them. */
export const LOST_STANDINGS = ['gone', 'banned', 'leaving', 'role', 'suspended'] as const;
export type LostStanding = (typeof LOST_STANDINGS)[number];

/** What follows the name of somebody who has lost a role, such as `is suspended`. */
export const describeLostStanding = (lost: LostStanding, role: 'moderator' | 'admin'): string =>
  ({
    gone: 'has no account any more',
    banned: 'is banned',
    leaving: 'is about to delete the account',
    role: `isn't ${role === 'admin' ? 'an admin' : 'a moderator'} any more`,
    suspended: 'is suspended',
  })[lost];

/** Reasons that fit most rejections. The server puts the product's name in place of `{name}`. */
export const REJECTION_REASONS = (noun: string) => [
  { label: 'Duplicate', text: "It's already listed here, under another name or link." },
  { label: 'Spam', text: `It reads like an ad. Please say plainly what the ${noun} does.` },
  { label: 'Broken link', text: "The link doesn't open. Please fix it and submit again." },
  { label: `Not a web ${noun}`, text: `It isn't a web ${noun}.` },
  {
    label: 'One of many',
    text: '{name} came with many others of the same kind. Please submit the best one.',
  },
];
