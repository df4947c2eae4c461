import type { SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useMembersOnly } from '@/hooks/use-members-only';
import { useScrolledPast } from '@/hooks/use-scrolled-past';
import { site } from '@/lib/site';
import { HeaderSearch } from './header-search';
import { Logo } from './logo';
import { PromoBanners } from './promo-banners';
import { SocialLinks } from './social-links';
import { ThemeToggle } from './theme-toggle';

const solidAfterPx = 80;

type HeaderProps = {
  /** The signed-in member's email, empty if the provider has none; null for a visitor. */
  email: string | null;
  onSearchIntent?: () => void;
};

export function Header({ email, onSearchIntent }: HeaderProps) {
  const isSolid = useScrolledPast(solidAfterPx);
  const membersOnly = useMembersOnly(email);

  // Both buttons are forms, so that they also work without JavaScript.
  function goTo(destination: string) {
    return (event: SubmitEvent) => {
      event.preventDefault();
      membersOnly.goTo(destination);
    };
  }

  return (
    <>
      <SkipLink />
      <header>
        {(site.promos.length > 0 || site.social.length > 0) && (
          <div className="border-b border-line">
            <div className="mx-auto flex max-w-content items-center justify-between gap-4 px-4 md:px-6">
              <PromoBanners />
              <div className="-mr-3 ml-auto">
                <SocialLinks />
              </div>
            </div>
          </div>
        )}
        {/* Keeps its height when the bar inside becomes fixed, so that the page doesn't jump. */}
        <div className="h-(--header-height)">
          <div
            data-solid={isSolid}
            className={
              isSolid
                ? 'fixed inset-x-0 top-0 z-40 border-b border-line bg-surface motion-safe:animate-drop'
                : 'border-b border-transparent'
            }
          >
            <div className="mx-auto flex h-[calc(var(--header-height)-1px)] max-w-content items-center gap-1 px-4 sm:gap-2 md:px-6">
              <Logo />
              <HeaderSearch onIntent={onSearchIntent} />
              <div className="flex items-center gap-1 sm:gap-2 lg:ml-auto">
                <ThemeToggle />
                <form action="/account/submit" onSubmit={goTo('/account/submit')}>
                  <Button type="submit" look="primary" className="max-sm:px-3">
                    Submit
                  </Button>
                </form>
                <form action="/account/profile" onSubmit={goTo('/account/profile?status=approved')}>
                  <input type="hidden" name="status" value="approved" />
                  <Button type="submit" className="max-sm:w-10 max-sm:px-0">
                    <Icon name="user" className="size-5 sm:hidden" />
                    <span className="max-sm:sr-only">{email ? 'Dashboard' : 'Account'}</span>
                  </Button>
                </form>
              </div>
            </div>
          </div>
        </div>
      </header>
    </>
  );
}

function SkipLink() {
  return (
    <a
      id="skip-link"
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-brand px-4 py-2 font-semibold text-on-brand focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
