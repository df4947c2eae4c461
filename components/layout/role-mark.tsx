import { Icon } from '@/components/ui/icon';
import { profilePath } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

const ROLES = {
  get moderator() {
    return t('roleMark.moderator', 'Moderator' /* beside a name */);
  },
  get admin() {
    return t('roleMark.admin', 'Admin' /* beside a name */);
  },
} as const;

type Role = 'member' | 'moderator' | 'admin' | undefined;

/** Marks moderators and admins beside their names. No name may have such a sign or word: see `server/identity/deceptive-names.ts`. */
export const RoleMark = ({ role }: { role?: Role }) =>
  role === undefined || role === 'member' ? null : (
    <span>
      {' '}
      <span className="inline-flex items-center gap-1 align-baseline text-xs font-semibold whitespace-nowrap text-accent">
        <Icon name="shield" className="size-3.5" />
        <span>{ROLES[role]}</span>
      </span>
    </span>
  );

type MemberHandleProps = { handle: string; role?: Role; href?: string };

/** Another member's handle, as a link to the profile, with the mark. */
export const MemberHandle = ({ handle, role, href = profilePath(handle) }: MemberHandleProps) => (
  <span>
    <a href={href} dir="ltr" className="inline-block py-1 underline underline-offset-4">
      {`@${handle}`}
    </a>
    <RoleMark role={role} />
  </span>
);
