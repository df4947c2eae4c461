import {
  NOTICE_KINDS,
  type NoticeKind,
  type NoticeTiming,
  STAFF_NOTICES,
  type StaffNoticeChoices,
  stopStaffNoticesCall,
} from '@/lib/contract/staff-notice';
import { ApiError } from '@/server/base/errors';
import { sendsEmails } from '@/server/commands/mail-member';
import type { Deps } from '@/server/deps';
import { describeLostStanding, findLostRole, type Viewer } from '@/server/policies/viewer';
import { findVerifiedEmail } from '@/server/queries/account/identities';
import { findToldPerson, listStaffNotices, upsertNoticeTimings } from '@/server/queries/staff-notices';
import { text } from '@/lib/texts/texts';

/** What the viewer is told of, as far as the role of the viewer may see it. */
export async function findNoticeChoices(
  { db, env }: Pick<Deps, 'db' | 'env'>,
  viewer: Viewer,
): Promise<StaffNoticeChoices> {
  const chosen = new Map(
    (await listStaffNotices(db, viewer.userId)).map(({ kind, timing }) => [kind, timing]),
  );
  return {
    notices: NOTICE_KINDS.flatMap((kind) => {
      const { role, timing } = STAFF_NOTICES[kind];
      const isOffered = kind !== 'release' || env.releaseURL !== undefined;
      return findLostRole(viewer, role) || !isOffered ? [] : [{ kind, timing: chosen.get(kind) ?? timing }];
    }),
    email: (await findVerifiedEmail(db, viewer.userId)) ?? null,
    sendsEmails: sendsEmails(env),
    timeZone: env.timeZone,
  };
}

/** @throws ApiError `forbidden` for a kind that the role of the viewer may not see. */
export async function chooseNotice(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  { kind, timing }: { kind: NoticeKind; timing: NoticeTiming },
): Promise<void> {
  const refusal = describeLostStanding(viewer, {
    access: STAFF_NOTICES[kind].role,
    isBarredBySuspension: true,
  });
  if (refusal) throw new ApiError('forbidden', refusal);
  await upsertNoticeTimings(db, viewer.userId, { kinds: [kind], timing, now: now() });
}

/** All kinds, or one of them. */
const ALL = 'all';

/** The link in the header of an email: a POST request switches off what the email is about, or all if that is more than one kind. */
export function stopURL(
  { env: { siteURL, serverURL }, staffNoticeLinks }: Pick<Deps, 'env' | 'staffNoticeLinks'>,
  userId: string,
  kinds: readonly NoticeKind[],
): string {
  const [only, ...others] = kinds;
  const token = staffNoticeLinks.sign(`${userId}.${others.length > 0 || !only ? ALL : only}`);
  return `${serverURL.startsWith('/') ? siteURL + serverURL : serverURL}${stopStaffNoticesCall.path}?token=${token}`;
}

/** Safe to repeat, also without an account. @throws ApiError `not_found` for a token that this site has not signed. */
export async function stopNotices(
  { db, now, staffNoticeLinks }: Pick<Deps, 'db' | 'now' | 'staffNoticeLinks'>,
  token: string,
): Promise<void> {
  const [userId = '', what] = staffNoticeLinks.read(token)?.split('.') ?? [];
  const kinds = what === ALL ? NOTICE_KINDS : NOTICE_KINDS.filter((kind) => kind === what);
  if (kinds.length === 0)
    throw new ApiError(
      'not_found',
      text('newsletter.linkUnknown', "This link doesn't work. Was the whole link copied?"),
    );
  await upsertNoticeTimings(db, userId, { kinds, timing: 'off', now: now() });
}

/** Whom an email of the site's work is for, and what it is about. */
type Notice = { userId: string; kinds: readonly string[] };

/**
 * Where an email about the site's work goes that has waited: the recipient may have lost the role, or have switched off what it
 * is about. Undefined when it must not be sent.
 */
export async function findNoticeRecipient(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, kinds }: Notice,
): Promise<string | undefined> {
  const person = await findToldPerson(db, userId, now());
  if (!person) return undefined;
  const told = NOTICE_KINDS.filter((kind) => kinds.includes(kind));
  const isAllowed = told.every((kind) => findLostRole(person, STAFF_NOTICES[kind].role) === undefined);
  const isWanted = told.some((kind) => person.notices.find((each) => each.kind === kind)?.timing !== 'off');
  return isAllowed && isWanted ? findVerifiedEmail(db, userId) : undefined;
}
