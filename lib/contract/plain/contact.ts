/** Without zod, as is this whole file: the page with the form and the page of the admins load it. */
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
