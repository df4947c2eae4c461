import { AccountDeletion, DataExport } from '@/components/account/account-data';
import { AccountHeader } from '@/components/account/account-header';
import { AvatarField } from '@/components/account/avatar-field';
import { ProfileForm } from '@/components/account/profile-settings';
import { IdentityList } from '@/components/account/identity-list';
import { SessionList } from '@/components/account/session-list';
import { SettingsSection } from '@/components/account/settings-section';
import { MemberPage } from '@/components/layout/member-page';
import { ShortcutSwitch } from '@/components/layout/shortcuts-dialog';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import { loadNothing } from '@/lib/pages/load-page';
import { site } from '@/lib/site';

SettingsPage.getInitialProps = loadNothing;

export default function SettingsPage() {
  return (
    <MemberPage title="Settings" purpose="manage your account" top={<AccountHeader />}>
      {(user) => (
        <>
          <SettingsSection
            title="Profile"
            about={`How others see you, next to the ${site.nounPlural} you submit and on your public page.`}
          >
            <div className="flex max-w-104 flex-col gap-6">
              <AvatarField user={user} isDisabled={user.deletionDueAt !== undefined} />
              <ProfileForm user={user} isDisabled={user.deletionDueAt !== undefined} />
            </div>
          </SettingsSection>
          <SettingsSection
            title="Ways to sign in"
            about="Only you can see these. We never post anything there."
          >
            <IdentityList canLink={user.deletionDueAt === undefined} />
          </SettingsSection>
          <SettingsSection
            title="Where you are signed in"
            about="Don't recognize one? End it and it's signed out immediately."
          >
            <SessionList />
          </SettingsSection>
          <SettingsSection
            title="Keyboard"
            about="Keys that act alone, such as / to search. Press ? to see all of them."
          >
            <ShortcutSwitch />
          </SettingsSection>
          <SettingsSection
            title="Your data"
            about="Everything we hold about you, in one JSON file: profile, sign-ins, submissions, upvotes, bookmarks and more."
          >
            <DataExport />
          </SettingsSection>
          <SettingsSection
            title="Delete account"
            about={`Takes ${ACCOUNT_LIMITS.deletionDays} days. Until then you can change your mind.`}
          >
            <AccountDeletion user={user} />
          </SettingsSection>
        </>
      )}
    </MemberPage>
  );
}
