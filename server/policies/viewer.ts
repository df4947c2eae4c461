import type { Access } from '@/lib/contract/call';
import type { LostStanding } from '@/lib/contract/plain/moderation';
import type { Role } from '@/lib/contract/user';
import type { ProductStatus } from '@/lib/contract/product-reference';
import { DAY_MS, formatInstant } from '@/lib/contract/plain/durations';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { formatLastDay, SUSPENSION_EFFECT } from '@/lib/contract/plain/suspension';
import { say, t, text, type Text } from '@/lib/texts/texts';

/**
 * What decides whether somebody may act, now: in a session, or through what acts for them later (an invitation, a
 * webhook, an import). It is read at each use, never stored with what was granted.
 */
export type Standing = {
  role: Role;
  isBanned: boolean;
  isSuspended: boolean;
  /** The user has requested the deletion of the account. */
  isLeaving: boolean;
};

/** The signed-in user who makes a call. */
export type Viewer = Standing & {
  userId: string;
  sessionId: string;
  /** The end of a suspension, perhaps a past one. */
  suspendedUntil: Date | null;
  /** When the session began. */
  signedInAt: Date;
  /** New accounts have lower limits. */
  createdAt: Date;
};

const RANK = { member: 0, moderator: 1, admin: 2 } as const satisfies Record<Role, number>;

type Act = { access: Exclude<Access, 'anyone'>; isBarredBySuspension: boolean };

/** Why somebody may not act; undefined when nothing speaks against it. Decides for every call and every job. */
export function findLostStanding(
  { role, isBanned, isSuspended, isLeaving }: Standing,
  { access, isBarredBySuspension }: Act,
): LostStanding | undefined {
  if (access !== 'account') {
    if (isBanned) return 'banned';
    if (isLeaving) return 'leaving';
    if (RANK[role] < RANK[access]) return 'role';
  }
  return isSuspended && isBarredBySuspension ? 'suspended' : undefined;
}

const needsRole: Record<Role, Text> = {
  member: text('standing.forMembers', 'This is for members.'),
  moderator: text('standing.forModerators', 'This is for moderators.'),
  admin: text('standing.forAdmins', 'This is for admins.'),
};

/** Why somebody may not act, as a sentence for them; undefined when nothing speaks against it. */
export function describeLostStanding(
  standing: (Standing & { suspendedUntil: Date | null }) | undefined,
  act: Act,
): Text | undefined {
  if (!standing) return text('account.gone', 'This account no longer exists.');
  switch (findLostStanding(standing, act)) {
    case undefined:
      return undefined;
    case 'banned':
      return text('standing.banned', 'Your account is banned. Your dashboard says why.');
    case 'gone':
    case 'leaving':
      return text(
        'standing.leaving',
        'Your account is about to be deleted. Cancel the deletion to continue.',
      );
    case 'suspended': {
      const end = standing.suspendedUntil;
      const effect = say(SUSPENSION_EFFECT);
      return end
        ? text('standing.suspendedThrough', 'Your account is suspended through {day}. {effect}', {
            ...{ day: formatLastDay(end), effect },
          })
        : text('standing.suspended', 'Your account is suspended. {effect}', { effect });
    }
    case 'role':
      return act.access === 'account' ? undefined : needsRole[act.access];
  }
}

/** As `findLostStanding`, of somebody for whom something acts. `gone` without an account. */
export const findLostRole = (standing: Standing | undefined, role: Role): LostStanding | undefined =>
  standing ? findLostStanding(standing, { access: role, isBarredBySuspension: true }) : 'gone';

/** Whether the viewer may read and do what moderators do. */
export const canModerate = (viewer: Standing): boolean => findLostRole(viewer, 'moderator') === undefined;

/** Whether the viewer may decide about a member: never about themselves, nor about the same or a higher role. */
export const canModerateMember = (viewer: Viewer, member: { id: string; role: Role }) =>
  viewer.userId !== member.id && RANK[viewer.role] > RANK[member.role];

type Owned = { submitterId: string | null };

export const canEditProduct = (viewer: Viewer, product: Owned) => product.submitterId === viewer.userId;

/** Whether the viewer may see a product as its submitter does, whatever its status. */
export const canSeeOwnProduct = (viewer: Viewer, product: Owned) =>
  canEditProduct(viewer, product) || canModerate(viewer);

/** Whether the viewer made the latest version of a product: its edit, if it has one. */
export const isAuthorOfLatest = (
  viewer: Pick<Viewer, 'userId'>,
  { submitterId, editorId }: Owned & { editorId?: string | null | undefined },
) => (editorId ?? submitterId) === viewer.userId;

/** Whether everyone may open the page of a product. */
export const isPublicProduct = ({ status }: { status: ProductStatus }) =>
  status === 'approved' || status === 'discontinued';

/** Whether the viewer may open the page of a product that was not removed. */
export const canOpenProduct = (viewer: Viewer | undefined, product: Owned & { status: ProductStatus }) =>
  isPublicProduct(product) || (viewer !== undefined && canSeeOwnProduct(viewer, product));

type TrustFacts = {
  accountCreatedAt: Date;
  contributionCount: number;
  /** Within the time that counts. */
  lastRejectedAt: Date | undefined;
  isBarred: boolean;
  isSetAside: boolean;
};

const { accountDaysMin, contributionsMin, calmDays } = AGREEMENT_RULES;

/** The conditions of a trusted member that a member does not meet, one sentence each. Empty for a trusted member. */
export function describeMissingTrust(facts: TrustFacts | undefined, now: Date): string[] {
  if (!facts) return [t('account.yoursGone', 'Your account is gone.')];
  const { accountCreatedAt, contributionCount, lastRejectedAt, isBarred, isSetAside } = facts;
  const trustedFrom = daysAfter(accountCreatedAt, accountDaysMin);
  return [
    trustedFrom > now &&
      t('trust.accountTooNew', 'Your account has to be at least {days} days old. It will be on {date}.', {
        days: accountDaysMin,
        date: formatInstant(trustedFrom),
      }),
    contributionCount < contributionsMin &&
      t(
        'trust.contributionsMissing',
        'You need {needed} submissions or suggestions that moderators accepted. You have {count}.',
        { needed: contributionsMin, count: contributionCount },
      ),
    lastRejectedAt &&
      t(
        'trust.rejectedLately',
        'Your last rejection has to be at least {days} days ago. It will be on {date}.',
        { days: calmDays, date: formatInstant(daysAfter(lastRejectedAt, calmDays)) },
      ),
    isBarred && t('trust.barred', 'Your account is suspended, banned or about to be deleted.'),
    isSetAside && t('trust.upvotesSetAside', 'A moderator has set your upvotes aside.'),
  ].filter((sentence) => typeof sentence === 'string');
}

/** Whether a member may accept suggestions together with others. */
export const isTrusted = (facts: TrustFacts | undefined, now: Date): boolean =>
  describeMissingTrust(facts, now).length === 0;

const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);
