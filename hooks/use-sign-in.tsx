import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { rememberIntendedRedirect } from '@/lib/intended-redirect';

type SignIn = {
  isOpen: boolean;
  /** True from the first opening on: the modal's code is loaded then. */
  wasOpened: boolean;
  /** Opens the sign-in modal and remembers where the visitor wanted to go. */
  open: (destination: string) => void;
  close: () => void;
};

const SignInContext = createContext<SignIn | undefined>(undefined);

export function SignInProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ isOpen: false, wasOpened: false });

  const signIn = useMemo(
    () => ({
      ...state,
      open(destination: string) {
        rememberIntendedRedirect(destination);
        setState({ isOpen: true, wasOpened: true });
      },
      close: () => setState((before) => ({ ...before, isOpen: false })),
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
