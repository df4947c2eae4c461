import Link from 'next/link';
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';
import { Icon, type IconName } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useSignOut } from '@/hooks/use-sign-out';
import { useUser } from '@/hooks/use-user';
import { focusMain } from '@/lib/browser/focus-main';
import { readSessionToken } from '@/lib/session-token';

type Destination = { path: string; href: string; label: string; icon: IconName };

const DESTINATIONS: readonly Destination[] = [
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
const MODERATION: Destination = {
  path: '/moderation',
  href: '/moderation',
  label: 'Moderation',
  icon: 'shield',
};

/** How much of the neighbour is seen. */
const marginPx = 72;

/** The ways between the pages under `/account`. */
export function AccountNavigation() {
  const { pathname } = useRouter();
  const { user } = useUser();
  const { signOut, isSigningOut } = useSignOut();
  const strip = useRef<HTMLElement>(null);
  const canModerate = user !== undefined && user.role !== 'member';

  // On a phone the strip is wider than the screen: where one is has to be seen.
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
    <nav ref={strip} aria-label="Account" className="account-nav">
      <ul>
        {[...DESTINATIONS, ...(canModerate ? [MODERATION] : [])].map(({ path, href, label, icon }) => (
          <li key={path}>
            <Link href={href} aria-current={pathname === path ? 'page' : undefined}>
              <Icon name={icon} className="size-4" />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" aria-disabled={isSigningOut} onClick={leave}>
            {isSigningOut ? <Spinner /> : <Icon name="sign-out" className="size-4" />}
            Sign out
          </button>
        </li>
      </ul>
    </nav>
  );
}
