import { useRouter } from 'next/router';
import { useSessionToken } from './use-session-token';
import { useSignIn } from './use-sign-in';

/**
 * Leads a member to a page for members, and a visitor to the sign-in modal, which remembers the page.
 *
 * @param email of the member, empty when the provider knows none; null for a visitor.
 */
export function useMembersOnly(email: string | null) {
  const router = useRouter();
  const signIn = useSignIn();
  // Whose token is still being looked at is led there, too: the page itself asks whether it holds.
  const token = useSessionToken();

  return {
    goTo(destination: string): void {
      if (email !== null || token) void router.push(destination);
      else signIn.open(destination);
    },
  };
}
