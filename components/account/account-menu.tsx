import { ResponsiveImage } from '@/components/layout/images';
import { MenuButton, type MenuItem } from '@/components/ui/menu-button';
import { useEndOfSession } from '@/hooks/use-end-of-session';
import { usePendingCount } from '@/hooks/use-pending-count';
import { useSignOut } from '@/hooks/use-sign-out';
import { useUser } from '@/hooks/use-user';
import { formatCount } from '@/lib/format/figures';
import { profilePath, tileURL } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

/** Stays on the page when the session ends, to say so. */
export function AccountMenu() {
  useEndOfSession();
  const { user } = useUser();
  const { signOut } = useSignOut();
  const canModerate = user !== undefined && user.role !== 'member';
  const pendingCount = usePendingCount(canModerate);
  if (!user) return null;

  const moderation: MenuItem = {
    label: t('accountMenu.moderation', 'Moderation'),
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
      label={t('accountMenu.yourMenu', 'Your menu')}
      items={[
        { label: t('accountMenu.bookmarks', 'Bookmarks'), icon: 'bookmark', href: '/account/bookmarks' },
        ...(user.handle
          ? [
              {
                label: t('accountMenu.publicPage', 'Public page'),
                icon: 'user',
                href: profilePath(user.handle),
              } as const,
            ]
          : []),
        { label: t('accountMenu.settings', 'Settings'), icon: 'settings', href: '/account/settings' },
        ...(canModerate ? [moderation] : []),
        { label: t('accountMenu.signOut', 'Sign out'), icon: 'sign-out', onSelect: () => void signOut() },
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
