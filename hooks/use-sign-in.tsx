import { useRouter } from 'next/router';
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from 'react';
import {
  forgetIntendedDeletion,
  rememberIntendedRedirect,
  forgetIntendedReaction,
  type IntendedReaction,
  rememberIntendedReaction,
} from '@/lib/browser/intended-action';
import { readSessionToken } from '@/lib/session-token';
import { useSessionToken } from './use-user';
import { t } from '@/lib/texts/texts';

type SignIn = {
  isOpen: boolean;
  /** True from the first opening on, which loads the modal's code. */
  wasOpened: boolean;
  /** Opens the sign-in modal. Stores the destination for afterwards, and the reaction to carry out there. */
  open: (destination: string, reaction?: IntendedReaction) => void;
  close: () => void;
  /** What signing in is for, such as `upvote React`. Empty if that is nothing in particular. */
  purpose: string;
};

const SignInContext = createContext<SignIn | undefined>(undefined);

export function SignInProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ isOpen: false, wasOpened: false, purpose: '' });
  const tokenAtOpening = useRef<string>(undefined);

  const signIn = useMemo(
    () => ({
      ...state,
      open(destination: string, reaction?: IntendedReaction) {
        tokenAtOpening.current = readSessionToken();
        rememberIntendedRedirect(destination);
        if (reaction) rememberIntendedReaction(reaction);
        else forgetIntendedReaction();
        setState({ isOpen: true, wasOpened: true, purpose: purposeOf(destination, reaction) });
      },
      close() {
        // Closing the modal without signing in cancels what was to follow, too.
        const token = readSessionToken();
        if (token === undefined || token === tokenAtOpening.current) {
          forgetIntendedReaction();
          forgetIntendedDeletion();
        }
        setState((before) => ({ ...before, isOpen: false }));
      },
    }),
    [state],
  );

  return <SignInContext value={signIn}>{children}</SignInContext>;
}

function purposeOf(destination: string, reaction?: IntendedReaction): string {
  if (reaction) return `${reaction.kind} ${reaction.name}`;
  if (destination.endsWith('#suggest')) return t('useSignIn.suggestAnAlternative', 'suggest an alternative');
  return destination.startsWith('/account/submit') ? t('useSignIn.submitANoun', 'submit {aNoun}') : '';
}

export function useSignIn(): SignIn {
  const signIn = useContext(SignInContext);
  if (!signIn) throw new Error('useSignIn needs a SignInProvider above it.');
  return signIn;
}

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
