import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { describeFailure } from '@/server/commands/send-mail';
import type { Deps } from '@/server/deps';
import {
  claimDeliveries,
  type ClaimedDelivery,
  queueDeliveries,
  requeueDelivery,
  settleAbandonedDeliveries,
  settleDelivery,
} from '@/server/queries/newsletter-issues';
import { composeIssue, createIssueReader, type IssueReader } from './issue';

/** Deliveries added in one transaction. */
const queuedPerBatch = 1_000;
/** Emails sent at the same time. A crash makes at most this many deliveries uncertain. */
const sentAtOnce = 5;
/** Longer than one attempt takes: 15 seconds, and the time to write the email. */
const leaseMs = MINUTE_MS;
/** With the pauses below, the last attempt is made about an hour after the first. */
const attemptsMax = 6;
const pauseMsMin = 2 * MINUTE_MS;
/** Issues older than this are not sent, for example after the mail server was away for days. */
const sendableMs = 3 * DAY_MS;

type SendDeps = Pick<Deps, 'db' | 'env' | 'logger' | 'mail' | 'newsletterLinks' | 'now'>;

/** Adds the deliveries of new issues, then sends what is due, at the configured pace. Stops when the mail server fails. */
export async function sendIssues(deps: SendDeps, signal: AbortSignal): Promise<void> {
  const { db, env, now } = deps;
  const abandonedCount = await settleAbandonedDeliveries(db, now());
  if (abandonedCount > 0) {
    deps.logger.warn({ count: abandonedCount }, 'Emails of the newsletter may or may not have been sent.');
  }
  while (!signal.aborted && (await queueDeliveries(db, { now: now(), limit: queuedPerBatch })));
  const readIssue = createIssueReader(deps);
  const pauseMs = (sentAtOnce * MINUTE_MS) / env.newsletter.perMinute;
  while (!signal.aborted && (await sendNextDeliveries(deps, readIssue))) {
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** @returns whether to go on: false when nothing is due, or when the mail server has failed. */
async function sendNextDeliveries(deps: SendDeps, readIssue: IssueReader): Promise<boolean> {
  const claimedAt = deps.now();
  const deliveries = await claimDeliveries(deps.db, {
    now: claimedAt,
    claimedUntil: new Date(claimedAt.getTime() + leaseMs),
    limit: sentAtOnce,
  });
  const results = await Promise.all(deliveries.map((delivery) => sendDelivery(deps, delivery, readIssue)));
  return deliveries.length > 0 && results.every(Boolean);
}

/** @returns false when the mail server has failed. */
async function sendDelivery(
  deps: SendDeps,
  delivery: ClaimedDelivery,
  readIssue: IssueReader,
): Promise<boolean> {
  const { db, logger, mail, now } = deps;
  const { id, attemptCount: attempt, issue, subscriber } = delivery;
  if (!subscriber.isSubscribed || now().getTime() - issue.until.getTime() > sendableMs) {
    await settleDelivery(db, id, 'skipped', now());
    return true;
  }
  const products = await readIssue(issue, subscriber.tagIds).catch(async (error: unknown) => {
    // Nothing was sent.
    await requeueDelivery(db, id, { nextAttemptAt: now(), attemptCount: attempt - 1 });
    throw error;
  });
  if (products.length === 0) {
    await settleDelivery(db, id, 'skipped', now());
    return true;
  }
  const email = composeIssue(deps, { products, until: issue.until, subscriberId: subscriber.id });
  try {
    await mail.send({ id: `newsletter.${issue.week}.${id}`, to: subscriber.email, ...email });
  } catch (error) {
    const { isAboutEmail, isFinal, isUncertain, failure } = describeFailure(error);
    const about = { delivery: id, attempt, ...failure };
    if (isUncertain) {
      await settleDelivery(db, id, 'uncertain', now());
      logger.warn(about, 'An email of the newsletter may or may not have been sent.');
      return false;
    }
    if (isFinal || (isAboutEmail && attempt >= attemptsMax)) {
      await settleDelivery(db, id, 'failed', now());
      logger.warn(about, 'An email of the newsletter could not be sent, and was given up.');
      return true;
    }
    // Attempts that the mail server did not answer are not counted.
    const attemptCount = isAboutEmail ? attempt : attempt - 1;
    await requeueDelivery(db, id, { nextAttemptAt: nextAttemptAt(attemptCount, now()), attemptCount });
    logger.warn(about, 'An email of the newsletter could not be sent. It is tried again later.');
    return isAboutEmail;
  }
  await settleDelivery(db, id, 'sent', now());
  return true;
}

/** Doubles with each attempt. Random, so that emails that failed together do not come back together. */
function nextAttemptAt(attempt: number, now: Date): Date {
  const pauseMs = pauseMsMin * 2 ** Math.max(0, attempt - 1);
  return new Date(now.getTime() + pauseMs * (0.5 + Math.random()));
}
