import { type Access, isBarredBySuspension as isCallBarred, type Call } from '@/lib/contract/call';
import type { users } from '@/server/db/schema';
import { DAY_MS } from '@/lib/contract/plain/durations';
import type { PermissionWorld } from './permission-world';
import { testNow } from './test-app';

type Facts = {
  /** Without a session, the other facts hold for no member. */
  hasSession: boolean;
  role: 'member' | 'moderator' | 'admin';
  standing: 'good' | 'suspended' | 'banned' | 'leaving';
  /** What the rows of the call are to the actor. */
  relation: 'submitter' | 'verified owner' | 'none';
};

const nobody: Facts = { hasSession: false, role: 'member', standing: 'good', relation: 'none' };
const somebody: Facts = { ...nobody, hasSession: true };
const moderatorFacts: Facts = { ...somebody, role: 'moderator' };

/** Who makes each call. */
export const ACTORS = {
  visitor: nobody,
  'cookie alone': nobody,
  'broken token': nobody,
  'expired token': nobody,
  'revoked token': nobody,
  member: somebody,
  submitter: { ...somebody, relation: 'submitter' },
  'verified owner': { ...somebody, relation: 'verified owner' },
  // Has a session of its own kind: of a member who has done what the calls are about to other rows.
  'other member': somebody,
  suspended: { ...somebody, relation: 'submitter', standing: 'suspended' },
  banned: { ...somebody, relation: 'submitter', standing: 'banned' },
  leaving: { ...somebody, relation: 'submitter', standing: 'leaving' },
  moderator: moderatorFacts,
  'suspended moderator': { ...moderatorFacts, standing: 'suspended' },
  'banned moderator': { ...moderatorFacts, standing: 'banned' },
  'leaving moderator': { ...moderatorFacts, standing: 'leaving' },
  admin: { ...somebody, role: 'admin' },
  // The role was taken away during the session.
  'former admin': somebody,
} as const satisfies Record<string, Facts>;
export type Actor = keyof typeof ACTORS;

/** What changes a user into one of that standing. */
export const STANDINGS: Readonly<Record<Facts['standing'], Partial<typeof users.$inferInsert>>> = {
  good: {},
  suspended: { suspendedUntil: new Date(testNow.getTime() + DAY_MS) },
  banned: { bannedAt: testNow },
  leaving: { deletionRequestedAt: testNow },
};

type Request = { query?: string; params?: Record<string, string>; body?: unknown };
type BuildRequest = (world: PermissionWorld) => Request;
/** Whose the rows are: others get 404, which does not reveal that the row exists. */
type Reach = readonly ('submitter' | 'verified owner' | 'moderator')[];

export type Entry = {
  /** Said here again, apart from the contract. */
  access: Access;
  request: BuildRequest;
  /** Of everybody whom nothing speaks against. */
  status: number;
  /** Absent: anybody's. */
  reach?: Reach;
  /** Members in bad standing are refused, although visitors may make the call. */
  refusesBarred?: boolean;
  /** Suspended members are refused, although others of its kind do not refuse them. */
  isForUnsuspended?: boolean;
};

export const emptyRequest: BuildRequest = () => ({});
type Details = Omit<Entry, 'access' | 'request' | 'status'>;
const entryFor =
  (access: Access) =>
  (request: BuildRequest = emptyRequest, status = 200, details: Details = {}): Entry => ({
    ...{ access, request, status },
    ...details,
  });
export const anyone = entryFor('anyone');
export const account = entryFor('account');
export const member = entryFor('member');
export const moderator = entryFor('moderator');
export const admin = entryFor('admin');

const RANKS = { member: 0, moderator: 1, admin: 2 } as const;

/** The status that follows from an entry and the facts about an actor, by the rules of docs/moderation.md. */
export function expectedStatus(method: string, entry: Entry, actor: Actor): number {
  const { hasSession, role, standing, relation }: Facts = ACTORS[actor];
  const { access, status, reach, refusesBarred = false, isForUnsuspended = false } = entry;
  if (access === 'anyone') return refusesBarred && hasSession && standing !== 'good' ? 403 : status;
  if (!hasSession) return 401;
  if (access !== 'account') {
    if (standing === 'banned' || standing === 'leaving' || RANKS[role] < RANKS[access]) return 403;
    const isReading = method === 'get' || method === 'delete';
    if (standing === 'suspended' && (access !== 'member' || !isReading || isForUnsuspended)) return 403;
  }
  const isReached =
    reach === undefined ||
    reach.some((who) => (who === 'moderator' ? role !== 'member' && standing === 'good' : who === relation));
  return isReached ? status : 404;
}

/** How an entry differs from the contract. Undefined for none. */
export function describeDifference(entry: Entry, call: Call): string | undefined {
  if (entry.access !== call.access) return `is for ${call.access} in the contract, for ${entry.access} here`;
  const isSaid = entry.isForUnsuspended === true;
  return isSaid === (call.isForUnsuspended === true) || (isSaid && isCallBarred(call))
    ? undefined
    : 'says something else about suspended members in the contract';
}
