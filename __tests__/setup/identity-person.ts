import type { SocialProviderId } from '@/lib/contract/sign-in';

/** A person with an account at both providers. */
export type Person = {
  name: string;
  email: string;
  ids: Record<SocialProviderId, string>;
  /** Whether Github has verified the email address. */
  isVerifiedAtGithub?: boolean;
  /** Whether Google has verified the email address; it usually has. */
  isVerifiedAtGoogle?: boolean;
};
