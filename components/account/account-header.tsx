import { type NavigationItem, NavigationStrip, stripItemClasses } from '@/components/layout/navigation-strip';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { useAccountDeletion } from '@/hooks/use-account';
import { useSignOut } from '@/hooks/use-sign-out';
import { useUser } from '@/hooks/use-user';
import { focusMain } from '@/lib/browser/window';
import { formatDate } from '@/lib/format/figures';
import { readSessionToken } from '@/lib/session-token';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

const ITEMS: readonly NavigationItem[] = [
  {
    path: '/account/profile',
    href: '/account/profile?status=approved',
    get label() {
      return t('account.dashboard', 'Dashboard' /* of the member's submissions */);
    },
    icon: 'dashboard',
  },
  {
    path: '/account/bookmarks',
    get label() {
      return t('account.bookmarks', 'Bookmarks' /* the page of the member's bookmarks */);
    },
    icon: 'bookmark',
  },
  {
    path: '/account/settings',
    get label() {
      return t('account.settings', 'Settings' /* the page of the settings */);
    },
    icon: 'settings',
  },
  {
    path: '/account/submit',
    get label() {
      return t('submit.link', 'Submit' /* the page to submit a product */);
    },
    icon: 'plus',
  },
];
const MODERATION: NavigationItem = {
  path: '/moderation',
  get label() {
    return t('account.moderation', 'Moderation' /* the pages for moderators */);
  },
  icon: 'shield',
};

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
      label={t('account.title', 'Account' /* name of the navigation between the pages of the account */)}
      items={[...ITEMS, ...(canModerate ? [MODERATION] : [])]}
      className="mb-6"
    >
      <li className="ms-auto">
        <button type="button" aria-disabled={isSigningOut} onClick={leave} className={stripItemClasses}>
          {isSigningOut ? <Spinner /> : <Icon name="sign-out" className="size-4 max-md:hidden" />}
          <span>{t('account.signOut', 'Sign out' /* verb */)}</span>
        </button>
      </li>
    </NavigationStrip>
  );
}

/** Says on every page of the account when it will be deleted, and offers to keep it. */
function DeletionNotice({ deletionDueAt }: { deletionDueAt: string }) {
  const { isUnderWay, failure, restore } = useAccountDeletion();

  async function keepAccount() {
    // The notice and its focused button are gone.
    if (!isUnderWay && (await restore())) focusMain();
  }

  return (
    <section
      aria-label={t('deletion.notice', 'Account deletion')}
      className="mb-6 flex flex-col gap-4 rounded-card border border-danger p-4 sm:flex-row sm:items-center sm:justify-between"
    >
      <div className="flex gap-3">
        <Icon name="alert" className="mt-0.5 size-5 text-danger" />
        <div>
          <p className="font-semibold">
            {rich('deletion.noticeDue', 'Your account will be deleted on <time>{day}</time>', {
              time: (text) => <time dateTime={deletionDueAt}>{text}</time>,
              day: formatDate(deletionDueAt),
            })}
          </p>
          <p className="text-muted">
            {t(
              'deletion.untilThen',
              'Until then you can look around and download your data, but not submit, upvote or bookmark {nouns}.',
            )}
          </p>
          <p role="alert" className={failure ? 'mt-1 text-danger' : undefined}>
            {failure?.message}
          </p>
        </div>
      </div>
      <Button look="primary" aria-disabled={isUnderWay} onClick={keepAccount}>
        {isUnderWay && <Spinner />}
        <span>{t('deletion.keepAccount', 'Keep my account')}</span>
      </Button>
    </section>
  );
}
