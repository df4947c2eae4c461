import { useRouter } from 'next/router';
import { useSignIn } from './use-sign-in';

/** Leads a member to a page for members, and a visitor to the sign-in modal, which remembers the page. */
export function useMembersOnly(email: string | null) {
  const router = useRouter();
  const signIn = useSignIn();

  return {
    goTo(destination: string): void {
      if (email) void router.push(destination);
      else signIn.open(destination);
    },
  };
}
