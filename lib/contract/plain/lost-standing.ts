/** Why somebody may no longer act, nor anything that acts for them. Without zod: pages say it in words. */
export const LOST_STANDINGS = ['gone', 'banned', 'leaving', 'role', 'suspended'] as const;
export type LostStanding = (typeof LOST_STANDINGS)[number];

/** What follows the name of somebody who has lost a role, such as `is suspended`. */
export const describeLostStanding = (lost: LostStanding, role: 'moderator' | 'admin'): string =>
  ({
    gone: 'has no account any more',
    banned: 'is banned',
    leaving: 'is about to delete the account',
    role: `isn't ${role === 'admin' ? 'an admin' : 'a moderator'} any more`,
    suspended: 'is suspended',
  })[lost];
