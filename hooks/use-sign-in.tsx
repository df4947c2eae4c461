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

type SignIn = {
  isOpen: boolean;
  /** True from the first opening on, which loads the modal's code. */
  wasOpened: boolean;
  /** Opens the sign-in modal. Stores the destination for afterwards, and the reaction to carry out there. */
  open: (destination: string, reaction?: IntendedReaction) => void;
  close: () => void;
  /** The page to go to afterwards, and what to do there. */
  destination: string;
  reaction?: IntendedReaction;
};

type Opening = Omit<SignIn, 'open' | 'close'>;

const SignInContext = createContext<SignIn | undefined>(undefined);

export function SignInProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Opening>({ isOpen: false, wasOpened: false, destination: '' });
  const tokenAtOpening = useRef<string>(undefined);

  const signIn = useMemo(
    () => ({
      ...state,
      open(destination: string, reaction?: IntendedReaction) {
        tokenAtOpening.current = readSessionToken();
        rememberIntendedRedirect(destination);
        if (reaction) rememberIntendedReaction(reaction);
        else forgetIntendedReaction();
        setState({ isOpen: true, wasOpened: true, destination, reaction });
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
