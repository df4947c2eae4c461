import { useEffect, useState } from 'react';

/** A token from the address of the page. Empty for an address without one. */
export type FragmentToken = { value: string };

/**
 * The token in the fragment of the page's address, undefined until it is read. Takes the token out of the address, where the
 * browser's history and scripts would keep it.
 */
export function useFragmentToken(): FragmentToken | undefined {
  const [token, setToken] = useState<FragmentToken>();

  useEffect(() => {
    const read = () => {
      const value = window.location.hash.slice(1);
      if (value) window.history.replaceState(window.history.state, '', window.location.pathname);
      setToken((before) => (value || !before ? { value } : before));
    };
    read();
    // The person pastes another link into the address bar of this page.
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  return token;
}
