import type { ProviderId } from '@/lib/contract/sign-in';

/** Somebody with an account at both providers. */
export type Person = {
  name: string;
  email: string;
  ids: Record<ProviderId, string>;
  /** Whether Github has verified the address. Google's always are. */
  isVerifiedAtGithub?: boolean;
};
