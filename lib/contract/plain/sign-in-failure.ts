// Without zod: every page of the site shows these failures, and most load no schema.

/** The query parameter in which a failed redirect sign-in returns to the site, with one of the keys below. */
export const SIGN_IN_FAILURE_PARAM = 'loginFailure';

export const SIGN_IN_FAILURES = {
  cancelled: 'The sign-in was cancelled.',
  expired: 'The sign-in took too long or was already used. Please try again.',
  refused: "We couldn't confirm the sign-in. Please try again.",
  rate_limited: 'Too many attempts. Try again in 5 minutes.',
  unavailable: "The sign-in service isn't responding. Please try again in a minute.",
  'link-to-google': 'You already have an account with this email. Sign in with Google to link Github.',
  'link-to-github': 'You already have an account with this email. Sign in with Github to link Google.',
} as const;
export type SignInFailure = keyof typeof SIGN_IN_FAILURES;
