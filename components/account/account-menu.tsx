import { ResponsiveImage } from '@/components/layout/images';
import { MenuButton, type MenuItem } from '@/components/ui/menu-button';
import { useEndOfSession } from '@/hooks/use-end-of-session';
import { usePendingCount } from '@/hooks/use-pending-count';
import { useSignOut } from '@/hooks/use-sign-out';
import { useUser } from '@/hooks/use-user';
import { formatCount } from '@/lib/format/figures';
import { profilePath, tileURL } from '@/lib/pages/paths';

/** Stays on the page when the session ends, to say so. */
export function AccountMenu() {
  useEndOfSession();
  const { user } = useUser();
  const { signOut } = useSignOut();
  const canModerate = user !== undefined && user.role !== 'member';
  const pendingCount = usePendingCount(canModerate);
  if (!user) return null;

  const moderation: MenuItem = {
    label: 'Moderation',
    icon: 'shield',
    href: '/moderation',
    aside: pendingCount !== undefined && (
      <span className="text-sm text-muted">
        <span>{formatCount(pendingCount)}</span>
        <span className="sr-only"> waiting</span>
      </span>
    ),
  };
  return (
    <MenuButton
      label="Your menu"
      items={[
        { label: 'Bookmarks', icon: 'bookmark', href: '/account/bookmarks' },
        ...(user.handle
          ? [{ label: 'Public page', icon: 'user', href: profilePath(user.handle) } as const]
          : []),
        { label: 'Settings', icon: 'settings', href: '/account/settings' },
        ...(canModerate ? [moderation] : []),
        { label: 'Sign out', icon: 'sign-out', onSelect: () => void signOut() },
      ]}
    >
      <ResponsiveImage
        src={user.avatarURL ?? tileURL(user.name)}
        fallbackSrc={tileURL(user.name)}
        sizes="2rem"
        width={32}
        height={32}
        className="size-target-small rounded-full object-cover"
        isEager
      />
    </MenuButton>
  );
}
