/** The parameter with which a redirect sign-in that failed comes back to the site; its value is one of the below. */
export const SIGN_IN_FAILURE_PARAM = 'loginFailure';

export const SIGN_IN_FAILURES = {
  cancelled: 'The sign-in was cancelled.',
  expired: 'The sign-in took too long or was finished already. Please try again.',
  refused: 'The sign-in could not be confirmed. Please try again.',
  rate_limited: 'That was too often. Try again in 5 minutes.',
  unavailable: 'The sign-in service does not answer. Please try again in a minute.',
  'link-to-google': 'You have an account with this address already. Sign in with Google to link Github.',
  'link-to-github': 'You have an account with this address already. Sign in with Github to link Google.',
} as const;
export type SignInFailure = keyof typeof SIGN_IN_FAILURES;
