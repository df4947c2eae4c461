/** What moderators can stop for a while. Without zod, as is this whole file: pages show the sentences. */
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
