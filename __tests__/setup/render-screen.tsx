import { render } from '@testing-library/react';
import mitt from 'next/dist/shared/lib/mitt';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { ReactionsProvider } from '@/hooks/use-reactions';
import { SearchModalProvider } from '@/hooks/use-search-modal';
import { SignInProvider, useSignIn } from '@/hooks/use-sign-in';

/** Renders a screen with all providers, empty caches, and a router that records navigation. */
export function renderScreen(screen: ReactNode, { path = '/' }: { path?: string } = {}) {
  const pushed: string[] = [];
  const events = mitt();
  const router: NextRouter = {
    route: path,
    pathname: path.replace(/[?#].*$/, ''),
    asPath: path,
    query: Object.fromEntries(new URL(path, 'http://site.test').searchParams),
    basePath: '',
    isLocaleDomain: false,
    isFallback: false,
    isReady: true,
    isPreview: false,
    push: (url) => Promise.resolve(pushed.push(typeof url === 'string' ? url : (url.pathname ?? '')) > 0),
    replace: () => Promise.resolve(true),
    prefetch: () => Promise.resolve(),
    reload: () => undefined,
    back: () => undefined,
    forward: () => undefined,
    beforePopState: () => undefined,
    events,
  };
  const view = render(
    <RouterContext.Provider value={router}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <SignInProvider>
          <SearchModalProvider>
            <ReactionsProvider>{screen}</ReactionsProvider>
            <SignInState />
          </SearchModalProvider>
        </SignInProvider>
      </SWRConfig>
    </RouterContext.Provider>,
  );
  return { ...view, pushed, events };
}

/** Shows only the state of the sign-in modal, because the modal itself belongs to the surrounding page. */
function SignInState() {
  return useSignIn().isOpen && <p>Sign-in is open</p>;
}
