import { useUser } from '@/hooks/use-user';
import { AccountNavigation } from './account-navigation';
import { DeletionNotice } from './deletion-notice';

/** What stands above the headline of every page under `/account`. */
export function AccountHeader() {
  const { user } = useUser();
  return (
    <>
      <AccountNavigation />
      {user?.deletionDueAt && <DeletionNotice deletionDueAt={user.deletionDueAt} />}
    </>
  );
}
