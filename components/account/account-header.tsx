import { type NavigationItem, NavigationStrip, stripItemClasses } from '@/components/layout/navigation-strip';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useSignOut } from '@/hooks/use-sign-out';
import { useUser } from '@/hooks/use-user';
import { focusMain } from '@/lib/browser/document';
import { readSessionToken } from '@/lib/session-token';
import { DeletionNotice } from './deletion-notice';

const ITEMS: readonly NavigationItem[] = [
  {
    path: '/account/profile',
    href: '/account/profile?status=approved',
    label: 'Dashboard',
    icon: 'dashboard',
  },
  { path: '/account/bookmarks', label: 'Bookmarks', icon: 'bookmark' },
  { path: '/account/settings', label: 'Settings', icon: 'settings' },
  { path: '/account/submit', label: 'Submit', icon: 'plus' },
];
const MODERATION: NavigationItem = { path: '/moderation', label: 'Moderation', icon: 'shield' };

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
  const { signOut, isSigningOut } = useSignOut();

  async function leave() {
    if (isSigningOut) return;
    await signOut();
    if (!readSessionToken()) focusMain();
  }

  return (
    <NavigationStrip
      label="Account"
      items={[...ITEMS, ...(canModerate ? [MODERATION] : [])]}
      className="mb-6"
    >
      <li className="ml-auto">
        <button type="button" aria-disabled={isSigningOut} onClick={leave} className={stripItemClasses}>
          {isSigningOut ? <Spinner /> : <Icon name="sign-out" className="size-4 max-md:hidden" />}
          <span>Sign out</span>
        </button>
      </li>
    </NavigationStrip>
  );
}
