import { t, type Text, text } from '@/lib/texts/texts';

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
  'no-email-codes',
  'no-passkeys',
] as const;
export type BrakeName = (typeof BRAKES)[number];

/** What everybody reads while a brake is on. */
export const BRAKE_SENTENCES: Record<BrakeName, Text> = {
  'read-only': text('brake.readOnly', 'This site is read-only for now.'),
  'no-submissions': text('brake.noSubmissions', 'Submissions are paused for now.'),
  'no-new-accounts': text('brake.noNewAccounts', 'This site takes no new accounts for now.'),
  'slow-mode': text('brake.slowMode', 'Slow mode is on: each member can make six changes a minute.'),
  'no-google': text('brake.noGoogle', 'Signing in with Google is paused for now.'),
  'no-github': text('brake.noGithub', 'Signing in with Github is paused for now.'),
  'no-oidc': text('brake.noOidc', 'Signing in with OpenID Connect is paused for now.'),
  'no-email-codes': text('brake.noEmailCodes', 'Signing in with a code by email is paused for now.'),
  'no-passkeys': text('brake.noPasskeys', 'Signing in with a passkey is paused for now.'),
};

/** Why somebody may no longer act, nor anything that acts for them. */
export const LOST_STANDINGS = ['gone', 'banned', 'leaving', 'role', 'suspended'] as const;
export type LostStanding = (typeof LOST_STANDINGS)[number];

/** Reasons that fit most rejections. The server puts the product's name in place of `{name}`. */
export const rejectionReasons = () => [
  {
    label: t('rejection.duplicate', 'Duplicate' /* a common reason to reject */),
    text: t('rejection.duplicateText', "It's already listed here, under another name or link."),
  },
  {
    label: t('rejection.spam', 'Spam' /* a common reason to reject */),
    text: t('rejection.spamText', 'It reads like an ad. Please say plainly what the {noun} does.'),
  },
  {
    label: t('rejection.brokenLink', 'Broken link' /* a common reason to reject */),
    text: t('rejection.brokenLinkText', "The link doesn't open. Please fix it and submit again."),
  },
  {
    label: t('rejection.notWebNoun', 'Not a web {noun}' /* a common reason to reject */),
    text: t('rejection.notWebNounText', "It isn't a web {noun}."),
  },
  {
    label: t('rejection.oneOfMany', 'One of many' /* a common reason to reject */),
    text: t(
      'rejection.oneOfManyText',
      "'{'name'}' came with many others of the same kind. Please submit the best one.",
    ),
  },
];
