/** What moderators decide about a member. Without zod, as is this whole file: the pages of the account load it. */
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
