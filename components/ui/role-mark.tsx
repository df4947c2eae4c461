import { Icon } from './icon';

const ROLES = { moderator: 'Moderator', admin: 'Admin' } as const;

/** Marks moderators and admins beside their names. No name may have such a sign or word: see `server/identity/deceptive-names.ts`. */
export const RoleMark = ({ role }: { role?: 'member' | 'moderator' | 'admin' | undefined }) =>
  role === undefined || role === 'member' ? null : (
    <span>
      {' '}
      <span className="inline-flex items-center gap-1 align-baseline text-xs font-semibold whitespace-nowrap text-accent">
        <Icon name="shield" className="size-3.5" />
        <span>{ROLES[role]}</span>
      </span>
    </span>
  );
