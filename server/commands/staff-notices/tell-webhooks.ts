import { NOTICE_KINDS, type NoticeKind, STAFF_NOTICES } from '@/lib/contract/staff-notice';
import { STAFF_EVENTS } from '@/lib/contract/webhook';
import { DELIVER_EVENTS } from '@/server/commands/webhooks/deliver-event';
import type { Deps } from '@/server/deps';
import { sayNews } from '@/server/presenters/staff-notice';
import {
  countNews,
  insertStaffEvent,
  listStaffEvents,
  lockStaffEvent,
  updateStaffEvent,
} from '@/server/queries/staff-notices';
import { insertStaffDeliveries } from '@/server/queries/webhooks';

/** Queues an event for webhooks of each kind of which something has come since the last event and still waits. */
export async function tellWebhooks(
  { db, env, jobWaker, now }: Pick<Deps, 'db' | 'env' | 'jobWaker' | 'now'>,
  latest: ReadonlyMap<NoticeKind, Date>,
  until: Date,
): Promise<void> {
  const told = new Map((await listStaffEvents(db)).map(({ kind, toldUntil }) => [kind, toldUntil]));
  for (const kind of NOTICE_KINDS) {
    const event = STAFF_EVENTS.find((each) => each === `staff.${kind}`);
    if (!event) continue;
    const since = told.get(kind);
    const newestAt = latest.get(kind);
    if (!since) await insertStaffEvent(db, kind, until);
    else if (newestAt && newestAt > since && until > since) {
      const isQueued = await db.transaction(async (tx) => {
        const toldUntil = await lockStaffEvent(tx, kind);
        // Another process may have told of it since the rows were read.
        if (!toldUntil || toldUntil >= until) return false;
        const [news] = await countNews(tx, [{ kind, since: toldUntil, until }]);
        await updateStaffEvent(tx, kind, until);
        if (!news || news.newCount === 0) return false;
        const url = env.siteURL + STAFF_NOTICES[kind].page;
        // An earlier version reads the product.
        const product = { name: env.siteName, tagline: sayNews(news), url, isListed: false };
        await insertStaffDeliveries(tx, { event, payload: { event, product, news }, now: now() });
        return true;
      });
      if (isQueued) jobWaker.wake(DELIVER_EVENTS);
    }
  }
}
