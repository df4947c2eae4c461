import { useRouter } from 'next/router';
import { useSessionToken } from './use-session-token';
import { useSignIn } from './use-sign-in';

/**
 * Opens a member page for members, and the sign-in modal for visitors, with that page as the destination.
 *
 * @param email the user's email, empty when the provider gives none; null for a visitor.
 */
export function useMembersOnly(email: string | null) {
  const router = useRouter();
  const signIn = useSignIn();
  // An unverified token is enough to open the page, which verifies it.
  const token = useSessionToken();

  return {
    goTo(destination: string): void {
      if (email !== null || token) void router.push(destination);
      else signIn.open(destination);
    },
  };
}
