import { useEffect, useState } from 'react';
import { UNREACHABLE_MESSAGE } from '@/lib/api/unreachable';

type OpenedInvitation =
  | { status: 'opening' | 'missing' }
  | {
      status: 'opened';
      expiresAt: string;
      inviter: { handle: string; name: string; role?: 'moderator' | 'admin' | undefined } | null;
    }
  | { status: 'failed'; message: string };

/**
 * Opens the invitation whose token is in the fragment of the page, so that the sign-in that follows can use it. Takes the
 * token out of the address, where the browser's history and scripts would keep it.
 */
export function useOpenedInvitation(): OpenedInvitation {
  const [state, setState] = useState<OpenedInvitation>({ status: 'opening' });

  useEffect(() => {
    const open = () => {
      const token = window.location.hash.slice(1);
      if (!token) return setState((before) => (before.status === 'opening' ? { status: 'missing' } : before));
      setState({ status: 'opening' });
      window.history.replaceState(window.history.state, '', window.location.pathname);
      void findInvitation(token).then(setState);
    };
    open();
    // The person pastes another link into the address bar of this page.
    window.addEventListener('hashchange', open);
    return () => window.removeEventListener('hashchange', open);
  }, []);

  return state;
}

async function findInvitation(token: string): Promise<OpenedInvitation> {
  const loaded = await Promise.all([import('@/lib/contract/invitation'), import('@/lib/api/http')]).catch(
    () => undefined,
  );
  if (!loaded) return { status: 'failed', message: UNREACHABLE_MESSAGE };
  const [{ openInvitationCall }, { ApiFailure, call }] = loaded;
  try {
    return { status: 'opened', ...(await call(openInvitationCall, { body: { token } })) };
  } catch (error) {
    if (error instanceof ApiFailure) return { status: 'failed', message: error.message };
    throw error;
  }
}
