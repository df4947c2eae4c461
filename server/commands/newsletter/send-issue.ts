import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { refuse } from '@/server/commands/send-mail';
import type { TaskKind } from '@/server/commands/tasks';
import { findDelivery, queueDeliveries } from '@/server/queries/newsletter-issues';
import { composeIssue, createIssueReader } from './issue';

/** Deliveries added in one transaction. */
const QUEUED_PER_BATCH = 1_000;
/** Emails sent at the same time. A crash makes at most this many deliveries uncertain. */
const SENT_AT_ONCE = 5;
/** Issues older than this are not sent, for example after the mail server was away for days. */
const SENDABLE_MS = 3 * DAY_MS;

/** Adds the deliveries of new issues, then sends what is due, at the configured pace. */
export const issueTasks: TaskKind<null> = {
  name: 'issue',
  job: 'send-newsletter',
  payload: z.null(),
  atOnce: SENT_AT_ONCE,
  // Longer than one attempt takes: 15 seconds, and the time to write the email.
  leaseMs: MINUTE_MS,
  // With the growing pauses, the last one follows the first by about an hour.
  attemptsMax: 8,
  waitsMsMax: SENDABLE_MS,
  isRepeatable: false,
  restsGroup: false,
  isKept: true,
  pauseMs: ({ env }) => (SENT_AT_ONCE * MINUTE_MS) / env.newsletter.perMinute,
  async prepare({ db, now }, signal) {
    while (!signal.aborted && (await queueDeliveries(db, { now: now(), limit: QUEUED_PER_BATCH })));
  },
  begin(deps) {
    const { db, mail, now } = deps;
    const readIssue = createIssueReader(deps);
    return async ({ groupName: issueId, subscriberId }) => {
      const delivery = subscriberId !== null && (await findDelivery(db, { issueId, subscriberId }));
      if (!delivery || !delivery.subscriber.isSubscribed) return 'skipped';
      const { issue, subscriber } = delivery;
      if (now().getTime() - issue.until.getTime() > SENDABLE_MS) return 'skipped';
      const products = await readIssue(issue, subscriber.tagIds);
      if (products.length === 0) return 'skipped';
      const email = composeIssue(deps, { products, until: issue.until, subscriberId: subscriber.id });
      await mail
        .send({ id: `newsletter.${issue.week}.${subscriber.id}`, to: subscriber.email, ...email })
        .catch((error: unknown) => refuse(error, { isRepeatable: false }));
      return 'done';
    };
  },
};
