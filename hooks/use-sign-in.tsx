import { createContext, useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import {
  forgetIntendedReaction,
  type IntendedReaction,
  rememberIntendedReaction,
} from '@/lib/reactions/intended-reaction';
import { forgetIntendedDeletion } from '@/lib/intended-action';
import { rememberIntendedRedirect } from '@/lib/intended-action';
import { readSessionToken } from '@/lib/session-token';

type SignIn = {
  isOpen: boolean;
  /** True from the first opening on, which loads the modal's code. */
  wasOpened: boolean;
  /** Opens the sign-in modal. Stores the destination for afterwards, and the reaction to carry out there. */
  open: (destination: string, reaction?: IntendedReaction) => void;
  close: () => void;
};

const SignInContext = createContext<SignIn | undefined>(undefined);

export function SignInProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ isOpen: false, wasOpened: false });
  const tokenAtOpening = useRef<string>(undefined);

  const signIn = useMemo(
    () => ({
      ...state,
      open(destination: string, reaction?: IntendedReaction) {
        tokenAtOpening.current = readSessionToken();
        rememberIntendedRedirect(destination);
        if (reaction) rememberIntendedReaction(reaction);
        else forgetIntendedReaction();
        setState({ isOpen: true, wasOpened: true });
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
