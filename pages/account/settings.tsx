import { AccountDeletion, DataExport } from '@/components/account/account-data';
import { AccountHeader } from '@/components/account/account-header';
import { AvatarField } from '@/components/account/avatar-field';
import { ProfileForm } from '@/components/account/profile-settings';
import { IdentityList } from '@/components/account/identity-list';
import { PasskeyList } from '@/components/account/passkey-list';
import { SessionList } from '@/components/account/session-list';
import { SettingsSection } from '@/components/account/settings-section';
import { MemberPage } from '@/components/layout/member-page';
import { ShortcutSwitch } from '@/components/layout/shortcuts-dialog';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import { loadNothing } from '@/lib/pages/load-page';
import { t } from '@/lib/texts/texts';

SettingsPage.getInitialProps = loadNothing;

export default function SettingsPage() {
  return (
    <MemberPage
      title={t('account.settings', 'Settings')}
      invitation={t('settings.signIn', 'Sign in to manage your account')}
      top={<AccountHeader />}
    >
      {(user) => (
        <>
          <SettingsSection
            title={t('settings.profile', 'Profile' /* name, image and handle */)}
            about={t(
              'settings.profileAbout',
              'How others see you, next to the {nouns} you submit and on your public page.',
            )}
          >
            <div className="flex max-w-104 flex-col gap-6">
              <AvatarField user={user} isDisabled={user.deletionDueAt !== undefined} />
              <ProfileForm user={user} isDisabled={user.deletionDueAt !== undefined} />
            </div>
          </SettingsSection>
          <SettingsSection
            title={t('settings.identities', 'Ways to sign in')}
            about={t('settings.identitiesAbout', 'Only you can see these. We never post anything there.')}
          >
            <div className="flex flex-col gap-6">
              <IdentityList canLink={user.deletionDueAt === undefined} />
              <PasskeyList canAdd={user.deletionDueAt === undefined} />
            </div>
          </SettingsSection>
          <SettingsSection
            title={t('settings.sessions', 'Where you are signed in')}
            about={t(
              'settings.sessionsAbout',
              "Don't recognize one? End it and it's signed out immediately.",
            )}
          >
            <SessionList />
          </SettingsSection>
          <SettingsSection
            title={t('settings.keyboard', 'Keyboard' /* whether single keys act */)}
            about={t(
              'settings.keyboardAbout',
              'Keys that act alone, such as / to search. Press ? to see all of them.',
            )}
          >
            <ShortcutSwitch />
          </SettingsSection>
          <SettingsSection
            title={t('settings.yourData', 'Your data')}
            about={t(
              'settings.yourDataAbout',
              'Everything we hold about you, in one JSON file: profile, sign-ins, submissions, upvotes, bookmarks and more.',
            )}
          >
            <DataExport />
          </SettingsSection>
          <SettingsSection
            title={t('settings.deleteAccount', 'Delete account')}
            about={t(
              'settings.deleteAccountAbout',
              'Takes {deletionDays} days. Until then you can change your mind.',
              { deletionDays: ACCOUNT_LIMITS.deletionDays },
            )}
          >
            <AccountDeletion user={user} />
          </SettingsSection>
        </>
      )}
    </MemberPage>
  );
}
