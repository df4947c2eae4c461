import { type Text, text } from '@/lib/texts/texts';
/** What is wrong with a product, in the order of the form. */
export const REPORT_REASONS = ['broken', 'wrong', 'spam', 'duplicate', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABELS = {
  broken: text('reportReason.broken', 'The link is broken'),
  wrong: text('reportReason.wrong', 'Something on the page is wrong'),
  spam: text('reportReason.spam', 'Spam, or it breaks the rules'),
  duplicate: text('reportReason.duplicate', 'A duplicate of another one'),
  other: text('reportReason.other', 'Something else'),
} as const satisfies Record<ReportReason, Text>;

export const REPORT_OUTCOMES = ['upheld', 'dismissed'] as const;

export const REPORT_LIMITS = {
  textCharsMax: 1_000,
  noteCharsMax: 500,
  emailCharsMax: 254,
  /** Products with open reports on a page of the list, and how many reports are shown of each. */
  pageSize: 20,
  shownMax: 20,
  /** How many reports one decision closes at most. */
  decidedMax: 1_000,
  /** How many of a member's last decided reports make the accuracy. */
  accuracyMax: 200,
  /** How many removed products their submitter sees, and how many removed products are searched for reported ones. */
  removalsMax: 20,
  removalsSearchedMax: 200,
  ownPageSize: 20,
  /** How long the email of a visitor waits for a decision. */
  emailDays: 180,
  /** How long a decided report of a visitor is kept. */
  visitorDays: 90,
} as const;

export const CONTACT_LIMITS = {
  nameCharsMax: 100,
  emailCharsMax: 254,
  messageCharsMin: 10,
  messageCharsMax: 5_000,
  answerCharsMax: 5_000,
  pageSize: 20,
  /** How long a closed message is kept. */
  closedDays: 365,
} as const;
