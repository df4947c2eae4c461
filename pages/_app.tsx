import type { AppProps } from 'next/app';
import localFont from 'next/font/local';
import { ThemeProvider } from 'next-themes';
import { useEffect } from 'react';
import { SWRConfig } from 'swr';
import { Footer } from '@/components/layout/footer';
import { Header } from '@/components/layout/header';
import { KeptTexts, LazyModal, ToastRegion } from '@/components/layout/app-parts';
import { NewsletterForm } from '@/components/newsletter/newsletter-form';
import { Button } from '@/components/ui/button';
import { isDialogEntry, PAGE_ID } from '@/components/ui/dialog-entry';
import { Icon } from '@/components/ui/icon';
import { MissingPart } from '@/components/ui/missing-part';
import { useCompared } from '@/hooks/use-browser';
import {
  useAnalytics,
  useClientLinks,
  useSignInFailure,
  useRouteProgress,
  useShortcutsDialog,
} from '@/hooks/use-app';
import { useLazyPart } from '@/hooks/use-lazy-component';
import { useKeptScroll } from '@/hooks/use-list-place';
import { ReactionsProvider } from '@/hooks/use-reactions';
import { SearchModalProvider, useSearchModal } from '@/hooks/use-search-modal';
import { SignInProvider, useSignIn } from '@/hooks/use-sign-in';
import { useUser } from '@/hooks/use-user';
import { keepListPlace } from '@/lib/browser/list-place';
import { env } from '@/lib/env';
import '@/styles/globals.css';
import { t } from '@/lib/texts/texts';

// Each becomes a @font-face named after its constant. tailwind.config.js lists the names: the first that has a character
// shows it.
const figtree = localFont({
  src: '../styles/fonts/figtree-basic.woff2',
  weight: '300 900',
  display: 'swap',
  variable: '--font-figtree',
  // styles/globals.css has one that leaves other scripts to the fonts of the system.
  adjustFontFallback: false,
});
// The letters of other languages.
const figtreeLatin = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  weight: '300 900',
  display: 'swap',
  variable: '--font-figtree-latin',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+00A1-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2010-205E, U+20AC, U+2122, U+2212, U+2215',
    },
  ],
});
const figtreeExtended = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2',
  weight: '300 900',
  display: 'swap',
  variable: '--font-figtree-extended',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: 'unicode-range', value: 'U+0100-02BA, U+02BD-02C5, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB' },
  ],
});

const loadSearchModal = () =>
  import('@/components/search/search-modal').then(({ SearchModal }) => SearchModal);
const loadSignInModal = () =>
  import('@/components/sign-in/sign-in-modal').then(({ SignInModal }) => SignInModal);

const loadShortcutsDialog = () =>
  import('@/components/layout/shortcuts-dialog').then(({ ShortcutsDialog }) => ShortcutsDialog);
const loadCompareBar = () => import('@/components/products/compare-bar').then(({ CompareBar }) => CompareBar);
const loadAccountMenu = () =>
  import('@/components/account/account-menu').then(({ AccountMenu }) => AccountMenu);

const dataDefaults = { dedupingInterval: 2_000, errorRetryInterval: 5_000, focusThrottleInterval: 5_000 };

function Modals() {
  return (
    <>
      <LazyModal load={loadSignInModal} modal={useSignIn()} />
      <LazyModal load={loadSearchModal} modal={useSearchModal()} />
      <LazyModal load={loadShortcutsDialog} modal={useShortcutsDialog()} />
    </>
  );
}

function SiteHeader() {
  const { user } = useUser();
  const { Component: AccountMenu, isMissing, retry } = useLazyPart(loadAccountMenu, user !== undefined);
  return (
    <Header
      email={user?.email ?? null}
      accountMenu={
        <>
          {AccountMenu && <AccountMenu />}
          {isMissing && <MissingMenu onRetry={retry} />}
        </>
      }
      onSearchIntent={() => void loadSearchModal()}
    />
  );
}

/** What the visitor collects to compare. */
function Comparing() {
  const { Component: CompareBar, isMissing, retry } = useLazyPart(loadCompareBar, useCompared() !== null);
  if (!isMissing) return CompareBar && <CompareBar />;
  return (
    <div className="sticky bottom-(--bottom-bar) z-20 border-t border-line bg-surface px-4">
      <MissingPart onRetry={retry}>
        {t(
          'compareBar.notLoaded',
          "The bar to compare couldn't be loaded. Check your connection and try again.",
        )}
      </MissingPart>
    </div>
  );
}

/** In the place of the member's menu. There is room for an icon only. */
function MissingMenu({ onRetry }: { onRetry: () => void }) {
  const label = t('account.menuNotLoaded', "Your menu couldn't be loaded. Try again.");
  return (
    <Button look="quiet" size="icon" aria-label={label} title={label} onClick={onRetry}>
      <Icon name="alert" className="size-5 text-danger" />
    </Button>
  );
}

let beganAtDialogEntry = false;

/** After a reload, the dialog whose history entry is current is gone: leaves the entry, so that Back leads to another page. */
function useLeftDialogEntry(): void {
  useEffect(() => {
    if (beganAtDialogEntry) window.history.back();
    beganAtDialogEntry = false;
  }, []);
}

/** Sets the theme-color meta tag, which colors the browser's toolbar, to the background of the current theme. */
function setThemeColor(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim();
  if (color) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', color);
}

// Before hydration: the place of a list must be known before the list is shown, and the color is set as early as possible.
// next-themes sets the theme's class on <html>, also when the system changes its theme.
// The router then replaces the state of the history entry.
if (typeof window !== 'undefined') {
  beganAtDialogEntry = isDialogEntry(window.history.state);
  keepListPlace();
  setThemeColor();
  new MutationObserver(setThemeColor).observe(document.documentElement, { attributeFilter: ['class'] });
}

export default function App({ Component, pageProps }: AppProps) {
  useRouteProgress();
  useClientLinks();
  useKeptScroll();
  useLeftDialogEntry();
  useAnalytics();
  useSignInFailure();

  return (
    <ThemeProvider attribute="class" defaultTheme="dark" storageKey="theme">
      <SWRConfig value={dataDefaults}>
        <SignInProvider>
          <SearchModalProvider>
            <div
              id={PAGE_ID}
              className={`${figtree.variable} ${figtreeLatin.variable} ${figtreeExtended.variable} flex min-h-[max(100dvh,var(--restored-height,0px))] flex-col`}
            >
              <SiteHeader />
              <ReactionsProvider>
                <KeptTexts>
                  <Component {...pageProps} />
                </KeptTexts>
              </ReactionsProvider>
              <Comparing />
              <Footer newsletter={env.offersNewsletter && <NewsletterForm />} />
            </div>
            <Modals />
            <ToastRegion />
          </SearchModalProvider>
        </SignInProvider>
      </SWRConfig>
    </ThemeProvider>
  );
}
