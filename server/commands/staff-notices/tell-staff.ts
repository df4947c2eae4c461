import { HOUR_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { NOTICE_KINDS, NOTICE_RULES, type NoticeKind, STAFF_NOTICES } from '@/lib/contract/staff-notice';
import { runEach } from '@/server/base/iterate';
import { sendsEmails } from '@/server/commands/mail-member';
import { SEND_MAIL } from '@/server/commands/send-mail';
import type { Deps } from '@/server/deps';
import { findLostRole } from '@/server/policies/viewer';
import { presentStaffNotice } from '@/server/presenters/staff-notice';
import { findVerifiedEmail } from '@/server/queries/account/identities';
import { insertEmail } from '@/server/queries/emails';
import {
  countNews,
  findLatestNews,
  insertStaffNotices,
  listToldStaff,
  lockStaffNotices,
  type NewsSpan,
  type StaffMember,
  updateStaffEmailSent,
  updateToldUntil,
} from '@/server/queries/staff-notices';
import { stopURL } from './choices';
import { lastMorning } from './morning';
import { tellWebhooks } from './tell-webhooks';

/** Longer than a transaction takes that stores something with the time at which it began, so that none is missed. */
const SETTLE_MS = 15 * SECOND_MS;

type TellDeps = Pick<Deps, 'db' | 'env' | 'jobWaker' | 'logger' | 'now' | 'staffNoticeLinks'>;

/** The instants up to which people are told now: at once, and in the morning. */
type Ends = { atOnce: Date; morning: Date };

/**
 * Queues events for webhooks, and an email to each moderator and admin whom something is to be told now: what has come since the last email of its
 * kind and still waits, all kinds in one email. The next email follows after an hour at the earliest.
 */
export async function tellStaff(deps: TellDeps, signal: AbortSignal): Promise<void> {
  const { db, env, jobWaker, now } = deps;
  const atOnce = new Date(now().getTime() - SETTLE_MS);
  const latest = await findLatestNews(db, NOTICE_KINDS);
  await tellWebhooks(deps, latest, atOnce);
  if (!sendsEmails(env)) return;
  const ends = { atOnce, morning: lastMorning(atOnce, env.timeZone) };
  await runEach(await listToldStaff(db, now()), async (person) => {
    if (signal.aborted) return;
    const kinds = kindsOf(person);
    const unknown = kinds.filter((kind) => person.notices.every((told) => told.kind !== kind));
    if (unknown.length > 0) await insertStaffNotices(db, person.id, unknown, atOnce);
    if (isResting(person, now()) || dueSpans(person, kinds, ends, latest).length === 0) return;
    if (await tellPerson(deps, person, ends, latest)) jobWaker.wake(SEND_MAIL);
  });
}

/** What somebody may see now, and so be told of. */
const kindsOf = (person: StaffMember): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => findLostRole(person, STAFF_NOTICES[kind].role) === undefined);

/** Whether the last email is less than an hour old. */
const isResting = ({ sentAt }: Pick<StaffMember, 'sentAt'>, now: Date): boolean =>
  sentAt !== null && now.getTime() - sentAt.getTime() < NOTICE_RULES.emailHours * HOUR_MS;

/** The spans in which something may have come that somebody is to be told of now. */
function dueSpans(
  { notices }: Pick<StaffMember, 'notices'>,
  kinds: readonly NoticeKind[],
  ends: Ends,
  latest: ReadonlyMap<NoticeKind, Date>,
): NewsSpan[] {
  return kinds.flatMap((kind) => {
    const told = notices.find((each) => each.kind === kind);
    const newestAt = latest.get(kind);
    const timing = told?.timing ?? STAFF_NOTICES[kind].timing;
    if (!told || !newestAt || timing === 'off') return [];
    const until = timing === 'morning' ? ends.morning : ends.atOnce;
    return newestAt > told.toldUntil && until > told.toldUntil
      ? [{ kind, since: told.toldUntil, until }]
      : [];
  });
}

/** Queues the email and notes of what it tells, in one transaction. False when there is nothing to tell. */
async function tellPerson(
  { db, env, now, staffNoticeLinks }: TellDeps,
  person: StaffMember,
  ends: Ends,
  latest: ReadonlyMap<NoticeKind, Date>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const known = await lockStaffNotices(tx, person.id);
    // Another process may have told the person since the rows were read.
    if (isResting(known, now())) return false;
    const spans = dueSpans(known, kindsOf(person), ends, latest);
    const news = (await countNews(tx, spans)).filter(({ newCount }) => newCount > 0);
    const email = await findVerifiedEmail(tx, person.id);
    // Also of what was decided since: it is not looked for again.
    for (const until of [ends.atOnce, ends.morning]) {
      const kinds = spans.flatMap((span) => (span.until === until ? span.kind : []));
      await updateToldUntil(tx, person.id, { kinds, toldUntil: until });
    }
    if (news.length === 0 || email === undefined) return false;
    const kinds = news.map(({ kind }) => kind);
    await insertEmail(tx, {
      email,
      ...presentStaffNotice(news, env),
      notice: {
        userId: person.id,
        kinds,
        unsubscribeURL: stopURL({ env, staffNoticeLinks }, person.id, kinds),
      },
      createdAt: now(),
    });
    await updateStaffEmailSent(tx, person.id, now());
    return true;
  });
}
