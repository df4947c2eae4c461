import { text } from '@/lib/texts/texts';
/** Why a sign-in failed, by the reason that the URL names. Pages load the sentences only to show one. */
export const SIGN_IN_FAILURES = {
  cancelled: text('signInFailure.cancelled', 'The sign-in was cancelled.'),
  expired: text('signInFailure.expired', 'The sign-in took too long or was already used. Please try again.'),
  refused: text('signInFailure.refused', "We couldn't confirm the sign-in. Please try again."),
  'sign-up-closed': text(
    'signInFailure.signUpClosed',
    "This site doesn't take new accounts like yours. If you have one, sign in the way you did before.",
  ),
  paused: text('signInFailure.paused', 'Signing in this way is paused for now.'),
  'invitation-needed': text(
    'signInFailure.invitationNeeded',
    'New accounts here need an invitation. If you have an account, sign in the way you did before.',
  ),
  'invitation-expired': text(
    'signInFailure.invitationExpired',
    'This invitation has expired. Ask for a new one.',
  ),
  'invitation-used-up': text(
    'signInFailure.invitationUsedUp',
    'This invitation has been used up. Ask for a new one.',
  ),
  'invitation-withdrawn': text(
    'signInFailure.invitationWithdrawn',
    'This invitation was withdrawn. Ask for a new one.',
  ),
  rate_limited: text('signInFailure.rateLimited', 'Too many attempts. Try again in 5 minutes.'),
  unavailable: text(
    'signInFailure.unavailable',
    "The sign-in service isn't responding. Please try again in a minute.",
  ),
  'link-to-google': text(
    'signInFailure.linkToGoogle',
    'You already have an account with this email. Sign in with Google to link Github.',
  ),
  'link-to-github': text(
    'signInFailure.linkToGithub',
    'You already have an account with this email. Sign in with Github to link Google.',
  ),
  'link-elsewhere': text(
    'signInFailure.linkElsewhere',
    'You already have an account with this email. Sign in the way you did before, then link this one in your settings.',
  ),
} as const;
export type SignInFailure = keyof typeof SIGN_IN_FAILURES;

/** Why an invitation no longer admits new members. */
export const ENDED_INVITATIONS = ['expired', 'used-up', 'withdrawn'] as const;
export type EndedInvitation = (typeof ENDED_INVITATIONS)[number];
