import { useRouter } from 'next/router';
import type { SubmitEvent } from 'react';
import { useTheme } from 'next-themes';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { Icon, type IconName } from '@/components/ui/icon';
import { MenuButton } from '@/components/ui/menu-button';
import { useHydrated, useScrolledPast } from '@/hooks/use-browser';
import { useMembersOnly } from '@/hooks/use-sign-in';
import { dismissPromos } from '@/lib/browser/early-script';
import { focusMain } from '@/lib/browser/window';
import { siteNotices } from '@/lib/in-process';
import { site } from '@/lib/site';
import { HeaderSearch, SearchButton } from './header-search';
import { Logo, SocialLinks } from './site-links';
import { t } from '@/lib/texts/texts';

const solidAfterPx = 80;

/** `pages`: the first parts of the paths of the pages that belong to the link. */
type HeaderLink = { href: string; label: string; pages?: readonly string[] };

/** The lists, and the pages that the owner has written for this place. */
const links = (): readonly HeaderLink[] => [
  { href: '/', label: t('list.hot', 'Hot' /* what is popular now */), pages: [''] },
  { href: '/new', label: t('list.new', 'New' /* the newest */), pages: ['new'] },
  { href: '/top/week', label: t('list.top', 'Top' /* the list by upvotes */), pages: ['top'] },
  { href: '/tags', label: t('list.tags', 'Tags' /* the page of all */), pages: ['tags', 'tag'] },
  ...(siteNotices().links ?? []).filter(({ isTop }) => isTop),
];

type HeaderProps = {
  /** The signed-in member's email, empty if the provider has none; null for a visitor. */
  email: string | null;
  accountMenu?: Elements;
  onSearchIntent?: () => void;
};

export function Header({ email, accountMenu, onSearchIntent }: HeaderProps) {
  const isSolid = useScrolledPast(solidAfterPx);
  const [, section = ''] = useRouter().pathname.split('/');

  return (
    <>
      <SkipLink />
      <header>
        <PromoStrip />
        {/* Keeps its height when the bar inside becomes fixed, so that the page doesn't jump. */}
        <div className="h-header-height">
          <div
            data-solid={isSolid}
            className={
              // Not animated on a phone: a transform would move the bar at the bottom, too.
              isSolid
                ? 'fixed inset-x-0 top-0 z-40 border-b border-line bg-surface md:motion-safe:animate-drop'
                : 'border-b border-transparent'
            }
          >
            <div className="mx-auto flex h-[calc(var(--header-height)-1px)] max-w-content items-center gap-1 px-[max(1rem,env(safe-area-inset-left))] md:gap-2 md:px-6">
              <Logo />
              <nav
                aria-label={t('header.lists', 'Lists' /* Hot, New and Top */)}
                className="-my-1 ms-2 hidden min-w-0 overflow-x-auto p-1 lg:block"
              >
                <ul className="flex">
                  {links().map(({ href, label, pages }) => (
                    <li key={href}>
                      <a
                        href={href}
                        aria-current={pages?.includes(section) ? 'page' : undefined}
                        className="header-link"
                      >
                        {label}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
              <HeaderSearch onIntent={onSearchIntent} />
              <div className="ms-auto flex min-w-0 items-center">
                <div className="flex min-w-0 md:hidden">
                  <SocialLinks />
                </div>
                <ThemeMenu />
              </div>
              <Actions email={email} section={section} onSearchIntent={onSearchIntent} />
              {accountMenu}
            </div>
          </div>
        </div>
      </header>
    </>
  );
}

type ActionsProps = { email: string | null; section: string; onSearchIntent?: () => void };

/** At the end of the header; on a phone, the bar at the bottom edge, with links to the home page and all tags. */
function Actions({ email, section, onSearchIntent }: ActionsProps) {
  const membersOnly = useMembersOnly(email);

  // Both buttons are forms, so that they also work without JavaScript.
  function goTo(destination: string) {
    return (event: SubmitEvent) => {
      event.preventDefault();
      membersOnly.goTo(destination);
    };
  }

  return (
    <div className="header-actions">
      <BarLink
        href="/"
        icon="home"
        label={t('breadcrumb.home', 'Home' /* the home page */)}
        isCurrent={section === ''}
      />
      <BarLink href="/tags" icon="tag" label={t('list.tags', 'Tags')} isCurrent={section === 'tags'} />
      <SearchButton onIntent={onSearchIntent} />
      <form action="/account/submit" onSubmit={goTo('/account/submit')}>
        <Button type="submit" look="primary" className="bar-item">
          <Icon name="plus" className="size-5 md:hidden" />
          {t('submit.link', 'Submit' /* a verb */)}
        </Button>
      </form>
      <form action="/account/profile" onSubmit={goTo('/account/profile?status=approved')}>
        <input type="hidden" name="status" value="approved" />
        <Button type="submit" className="bar-item">
          <Icon name="user" className="size-5 md:hidden" />
          <span>{email ? t('account.dashboard', 'Dashboard') : t('account.title', 'Account')}</span>
        </Button>
      </form>
    </div>
  );
}

type BarLinkProps = { href: string; icon: IconName; label: string; isCurrent: boolean };

function BarLink({ href, icon, label, isCurrent }: BarLinkProps) {
  return (
    <a href={href} aria-current={isCurrent ? 'page' : undefined} className="bar-item md:hidden">
      <Icon name={icon} />
      <span>{label}</span>
    </a>
  );
}

function SkipLink() {
  return (
    <a
      id="skip-link"
      href="#main"
      className="fixed -top-16 start-2 z-50 rounded-control bg-brand px-4 py-2 font-semibold text-on-brand hover:bg-brand-hover focus:top-2"
    >
      {t('header.skipToContent', 'Skip to content')}
    </a>
  );
}

function dismiss() {
  dismissPromos();
  focusMain();
}

/**
 * The site owner's announcements, which a visitor can dismiss for the session, and on larger screens the social links. A
 * phone shows one announcement at a time; the next one is a swipe away.
 */
export function PromoStrip() {
  const { promos } = siteNotices();
  const hasPromos = promos.length > 0;
  const hasLinks = site.social.length > 0;
  if (!hasPromos && !hasLinks) return null;
  return (
    <div className={`promo-strip ${hasLinks ? '' : 'promos-only'} ${hasPromos ? '' : 'max-md:hidden'}`}>
      <div className="mx-auto flex min-h-promo-height max-w-content items-center gap-2 px-4 md:gap-4 md:px-6">
        {hasPromos && (
          <ul aria-label={t('header.announcements', 'Announcements')} className="promos">
            {promos.map(({ label, url }) => (
              <li key={url}>
                <a href={url}>
                  <span>{label}</span>
                  <Icon name="arrow-right" className="size-3.5" />
                </a>
              </li>
            ))}
          </ul>
        )}
        <div className="ms-auto max-md:hidden">
          <SocialLinks />
        </div>
        {hasPromos && (
          <Button
            look="quiet"
            aria-label={t('header.dismissAnnouncements', 'Dismiss announcements')}
            title={t('header.dismiss', 'Dismiss' /* a verb */)}
            className="promos-close needs-script -me-2"
            onClick={dismiss}
          >
            <Icon name="close" className="size-4" />
          </Button>
        )}
      </div>
    </div>
  );
}

const themes = () =>
  [
    {
      theme: 'light',
      label: t('theme.light', 'Light' /* of the colors of the site */),
      name: t('theme.lightChosen', 'Theme: light'),
      icon: 'sun',
    },
    {
      theme: 'dark',
      label: t('theme.dark', 'Dark' /* of the colors of the site */),
      name: t('theme.darkChosen', 'Theme: dark'),
      icon: 'moon',
    },
    {
      theme: 'system',
      label: t('theme.system', 'System' /* of the colors of the site */),
      name: t('theme.systemChosen', 'Theme: system'),
      icon: 'monitor',
    },
  ] as const;

/** Chooses light, dark or the system's theme. Needs JavaScript. */
export function ThemeMenu() {
  const { theme: stored, setTheme } = useTheme();
  const isHydrated = useHydrated();
  const all = themes();
  // The server doesn't know the choice, and the first render in the browser must match the server's.
  const { theme: chosen, name, icon } = (isHydrated && all.find(({ theme }) => theme === stored)) || all[1];

  return (
    <MenuButton
      label={name}
      items={all.map(({ theme, label, icon }) => ({
        ...{ label, icon },
        isChosen: theme === chosen,
        onSelect: () => setTheme(theme),
      }))}
    >
      <Icon name={icon} />
    </MenuButton>
  );
}
