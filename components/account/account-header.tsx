import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { Icon, type IconName } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useSignOut } from '@/hooks/use-sign-out';
import { useUser } from '@/hooks/use-user';
import { focusMain } from '@/lib/browser/focus-main';
import { readSessionToken } from '@/lib/session-token';
import { DeletionNotice } from './deletion-notice';

type NavigationItem = { path: string; href: string; label: string; icon: IconName };

const ITEMS: readonly NavigationItem[] = [
  {
    path: '/account/profile',
    href: '/account/profile?status=approved',
    label: 'Dashboard',
    icon: 'dashboard',
  },
  { path: '/account/bookmarks', href: '/account/bookmarks', label: 'Bookmarks', icon: 'bookmark' },
  { path: '/account/settings', href: '/account/settings', label: 'Settings', icon: 'settings' },
  { path: '/account/submit', href: '/account/submit', label: 'Submit', icon: 'plus' },
];
const MODERATION: NavigationItem = {
  path: '/moderation',
  href: '/moderation',
  label: 'Moderation',
  icon: 'shield',
};

// The outline is inside the item, because the strip would cut off an outer one.
const itemClasses =
  'relative flex min-h-target-thumb items-center gap-1.5 rounded-control px-3 font-semibold whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink';
const currentItemClasses =
  'aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-3 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-ink';
// On a phone, one row that scrolls sideways and fades out at its end.
const stripClasses =
  'relative mb-6 border-b border-line max-md:-mx-4 max-md:overflow-x-auto max-md:[mask-image:linear-gradient(to_right,black_calc(100%-2.5rem),transparent)] max-md:pr-10 max-md:pl-4 max-md:[scrollbar-width:none]';

/** How much of the previous item stays visible. */
const marginPx = 72;

/** The part above the headline of every page under `/account`: navigation, and a notice before a deletion. */
export function AccountHeader() {
  const { user } = useUser();
  return (
    <>
      <AccountNavigation canModerate={user !== undefined && user.role !== 'member'} />
      {user?.deletionDueAt && <DeletionNotice deletionDueAt={user.deletionDueAt} />}
    </>
  );
}

function AccountNavigation({ canModerate }: { canModerate: boolean }) {
  const { pathname } = useRouter();
  const { signOut, isSigningOut } = useSignOut();
  const strip = useRef<HTMLElement>(null);

  // On a phone the strip is wider than the screen. Scrolls to the current item.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (strip.current && current) strip.current.scrollLeft = current.offsetLeft - marginPx;
  }, [pathname]);

  async function leave() {
    if (isSigningOut) return;
    await signOut();
    if (!readSessionToken()) focusMain();
  }

  return (
    <nav ref={strip} aria-label="Account" className={stripClasses}>
      <ul className="-mx-3 flex gap-1">
        {[...ITEMS, ...(canModerate ? [MODERATION] : [])].map(({ path, href, label, icon }) => (
          <li key={path}>
            <a
              href={href}
              aria-current={pathname === path ? 'page' : undefined}
              className={`${itemClasses} ${currentItemClasses}`}
            >
              <Icon name={icon} className="size-4 max-md:hidden" />
              {label}
            </a>
          </li>
        ))}
        <li className="ml-auto">
          <button type="button" aria-disabled={isSigningOut} onClick={leave} className={itemClasses}>
            {isSigningOut ? <Spinner /> : <Icon name="sign-out" className="size-4 max-md:hidden" />}
            Sign out
          </button>
        </li>
      </ul>
    </nav>
  );
}
