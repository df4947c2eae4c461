import { render } from '@testing-library/react';
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime';
import mitt from 'next/dist/shared/lib/mitt';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import type { ReactElement, ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { TextKeeperContext } from '@/components/ui/kept-text';
import { useClientLinks } from '@/hooks/use-app';
import { ReactionsProvider } from '@/hooks/use-reactions';
import { SearchModalProvider } from '@/hooks/use-search-modal';
import { SignInProvider, useSignIn } from '@/hooks/use-sign-in';
import { keptTexts, VISITOR } from '@/lib/browser/kept-texts';

const textsOfVisitor = keptTexts.of(VISITOR);

/** Longer than any test. SWR's own retry must not pass for the work of a button. */
export const RETRY_PAUSE_MS = 60_000;

/** Renders a screen with all providers, empty caches, and a router that records navigation and prefetches. */
export function renderScreen(screen: ReactNode, { path = '/' }: { path?: string } = {}) {
  const pushed: string[] = [];
  const replaced: string[] = [];
  const prefetched: string[] = [];
  let headTags: ReactElement<Record<string, unknown>>[] = [];
  const headManager = {
    mountedInstances: new Set<ReactNode>(),
    updateHead: (tags: ReactElement<Record<string, unknown>>[]) => (headTags = tags),
  };
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
    push: (url, _as, options) => {
      const scrolling = options?.scroll === false ? ' without scrolling' : '';
      return Promise.resolve(pushed.push(pathOf(url) + scrolling) > 0);
    },
    replace: (url) => Promise.resolve(replaced.push(pathOf(url)) > 0),
    prefetch: (url) => Promise.resolve(void prefetched.push(url)),
    reload: () => undefined,
    back: () => undefined,
    forward: () => undefined,
    beforePopState: () => undefined,
    events,
  };
  const view = render(
    <RouterContext.Provider value={router}>
      <HeadManagerContext.Provider value={headManager}>
        <SWRConfig value={{ provider: () => new Map(), errorRetryInterval: RETRY_PAUSE_MS }}>
          <SignInProvider>
            <SearchModalProvider>
              <ReactionsProvider>
                <TextKeeperContext value={textsOfVisitor}>{screen}</TextKeeperContext>
              </ReactionsProvider>
              <SurroundingPage />
            </SearchModalProvider>
          </SignInProvider>
        </SWRConfig>
      </HeadManagerContext.Provider>
    </RouterContext.Provider>,
  );
  return {
    ...view,
    pushed,
    replaced,
    prefetched,
    events,
    /** The tags in the head of the page, such as `<link rel="canonical" href="…">`. */
    head: () => headTags.map(describeTag),
  };
}

const pathOf = (url: Parameters<NextRouter['push']>[0]) =>
  typeof url === 'string' ? url : (url.pathname ?? '');

function describeTag({ type, props }: ReactElement<Record<string, unknown>>): string {
  const { children, ...attributes } = props;
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${String(value)}"`);
  return `<${String(type)}${pairs.join('')}>${[children].flat().join('')}`;
}

/** What pages/_app.tsx adds to every screen: the links, and of the sign-in modal the state alone. */
function SurroundingPage() {
  useClientLinks();
  return useSignIn().isOpen && <p>Sign-in is open</p>;
}
