import { AccountDeletion } from '@/components/account/account-deletion';
import { AccountHeader } from '@/components/account/account-header';
import { AvatarField } from '@/components/account/avatar-field';
import { DataExport } from '@/components/account/data-export';
import { IdentityList } from '@/components/account/identity-list';
import { ProfileForm } from '@/components/account/profile-form';
import { SessionList } from '@/components/account/session-list';
import { SettingsSection } from '@/components/account/settings-section';
import { MemberPage } from '@/components/layout/member-page';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import { site } from '@/lib/site';

export default function SettingsPage() {
  return (
    <MemberPage
      title="Settings"
      purpose="change your profile, see where you are signed in, and take your data with you"
      top={<AccountHeader />}
    >
      {(user) => (
        <>
          <SettingsSection
            title="Profile"
            about={`How others see you, beside the ${site.nounPlural} you submit and on your public page.`}
          >
            <div className="flex max-w-104 flex-col gap-6">
              <AvatarField user={user} isDisabled={user.deletionDueAt !== undefined} />
              <ProfileForm user={user} isDisabled={user.deletionDueAt !== undefined} />
            </div>
          </SettingsSection>
          <SettingsSection
            title="Ways to sign in"
            about="Nobody else sees them, and nothing is ever posted there."
          >
            <IdentityList canLink={user.deletionDueAt === undefined} />
          </SettingsSection>
          <SettingsSection
            title="Where you are signed in"
            about="If you do not know one of them, end it: it is signed out at once."
          >
            <SessionList />
          </SettingsSection>
          <SettingsSection
            title="Your data"
            about="Everything that is kept about you, as one file of JSON: profile, sign-ins, submissions, upvotes, bookmarks and the rest."
          >
            <DataExport />
          </SettingsSection>
          <SettingsSection
            title="Delete account"
            about={`Takes ${ACCOUNT_LIMITS.deletionDays} days, in which you can change your mind.`}
          >
            <AccountDeletion user={user} />
          </SettingsSection>
        </>
      )}
    </MemberPage>
  );
}
