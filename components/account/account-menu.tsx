import { ResponsiveImage } from '@/components/layout/images';
import { MenuButton, type MenuItem } from '@/components/ui/menu-button';
import { useEndOfSession } from '@/hooks/use-end-of-session';
import { usePendingCount } from '@/hooks/use-pending-count';
import { useSignOut } from '@/hooks/use-sign-out';
import { useUser } from '@/hooks/use-user';
import { profilePath, tileURL } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
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
    label: t('account.moderation', 'Moderation'),
    icon: 'shield',
    href: '/moderation',
    aside: pendingCount !== undefined && (
      <span className="text-sm text-muted">
        {rich('account.waiting', '{value, plural, other {<count>#</count><hidden> waiting</hidden>}}', {
          value: pendingCount,
          count: (text) => <span>{text}</span>,
          hidden: (text) => <span className="sr-only">{text}</span>,
        })}
      </span>
    ),
  };
  return (
    <MenuButton
      label={t('account.menu', 'Your menu')}
      items={[
        { label: t('account.bookmarks', 'Bookmarks'), icon: 'bookmark', href: '/account/bookmarks' },
        ...(user.handle
          ? [
              {
                label: t('account.publicPage', 'Public page'),
                icon: 'user',
                href: profilePath(user.handle),
              } as const,
            ]
          : []),
        { label: t('account.settings', 'Settings'), icon: 'settings', href: '/account/settings' },
        ...(canModerate ? [moderation] : []),
        { label: t('account.signOut', 'Sign out'), icon: 'sign-out', onSelect: () => void signOut() },
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
