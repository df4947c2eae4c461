import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { listWebhooksCall } from '@/lib/contract/webhook';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { eventTasks } from '@/server/commands/webhooks/deliver-event';
import { spendInvitation } from '@/server/commands/account/invitations';
import { importTasks } from '@/server/commands/imports/run-imports';
import { users } from '@/server/db/schema';
import { insertImport } from '@/server/queries/imports/imports';
import { invitations } from '@/server/db/schema/sign-in-schema';
import { insertWebhook as insertWebhookRow, insertTestDelivery } from '@/server/queries/webhooks';
import { webhooks } from '@/server/db/schema/task-schema';
import { hashToken } from '@/server/base/token';
import { buildProduct, buildUser } from '../setup/build';
import { setUpTestApp, testNow } from '../setup/test-app';
import { runNext } from '../setup/tasks';

const sentTo: string[] = [];
const api = setUpTestApp(
  {},
  {
    fetchPage: (url) => {
      sentTo.push(url.href);
      return Promise.resolve({
        url,
        contentType: '',
        bytes: Buffer.alloc(0),
        isCut: false,
        isMovedForGood: false,
      });
    },
  },
);
beforeEach(() => {
  sentTo.length = 0;
});
const { signal } = new AbortController();

/** What becomes of somebody who had a role. */
const LOSSES = {
  nothing: {},
  suspended: { suspendedUntil: new Date(testNow.getTime() + DAY_MS) },
  banned: { bannedAt: testNow },
  leaving: { deletionRequestedAt: testNow },
  role: { role: 'member' },
} as const;
const losses = Object.entries(LOSSES);

/** Grants something to an admin who then loses the standing. */
async function lose(
  loss: Partial<typeof users.$inferInsert>,
  grant: (creatorId: string) => Promise<unknown>,
) {
  const { id } = await buildUser(api.db, { role: 'admin' });
  await grant(id);
  if (Object.keys(loss).length > 0) await api.db.update(users).set(loss).where(eq(users.id, id));
  return id;
}

const insertWebhook = (creatorId: string) =>
  insertWebhookRow(api.db, {
    ...{ url: 'https://hooks.example/in', format: 'standard', events: ['product.submitted'] },
    ...{ secret: 'c2VjcmV0', creatorId, createdAt: testNow },
  });

async function insertDelivery(): Promise<string> {
  const [webhook] = await api.db.select().from(webhooks);
  const webhookId = webhook?.id ?? '';
  await insertTestDelivery(api.db, webhookId, {
    product: { name: 'Figgle', tagline: 'Draw', url: 'https://figgle.example', isListed: false },
    now: testNow,
  });
  return webhookId;
}

it.each(losses)('sends events to webhooks of an admin who lost: %s', async (name, loss) => {
  await lose(loss, insertWebhook);
  const webhookId = await insertDelivery();
  const isKept = name === 'nothing';
  expect(await runNext(eventTasks, api.deps(), signal)).toBe(isKept);
  expect(sentTo).toHaveLength(isKept ? 1 : 0);

  const headers = await api.signIn(await buildUser(api.db, { role: 'admin' }));
  const { body } = await api.request('GET', '/api/moderation/webhooks', { headers });
  expect(listWebhooksCall.answer.parse(body).webhooks).toMatchObject([
    { pausedBecause: isKept ? null : name, creatorHandle: expect.stringMatching(/^member-/) },
  ]);
  const test = await api.request('POST', `/api/moderation/webhooks/${webhookId}/test`, { headers });
  expect(test.status).toBe(isKept ? 200 : 409);
});

it('pauses the webhook of a deleted account, and sends what waits when its creator has the standing back', async () => {
  const id = await lose({ suspendedUntil: new Date(testNow.getTime() + DAY_MS) }, insertWebhook);
  await insertDelivery();
  expect(await runNext(eventTasks, api.deps(), signal)).toBe(false);
  api.clock.now = new Date(testNow.getTime() + DAY_MS);
  expect(await runNext(eventTasks, api.deps(), signal)).toBe(true);
  await api.db.delete(users).where(eq(users.id, id));
  const headers = await api.signIn(await buildUser(api.db, { role: 'admin' }));
  const { body } = await api.request('GET', '/api/moderation/webhooks', { headers });
  expect(body).toMatchObject({ webhooks: [{ pausedBecause: 'gone', creatorHandle: null }] });
});

it.each(losses)('admits members by invitations of an admin who lost: %s', async (name, loss) => {
  await lose(loss, (creatorId) =>
    api.db.insert(invitations).values({
      ...{ tokenHash: hashToken('x'), creatorId, note: '', usesMax: 1, createdAt: testNow },
      expiresAt: new Date(testNow.getTime() + DAY_MS),
    }),
  );
  const spent = spendInvitation(api.db, 'x', testNow);
  if (name === 'nothing') await expect(spent).resolves.toBeUndefined();
  else await expect(spent).rejects.toThrow('This invitation was withdrawn.');
});

it.each(losses)('imports for a moderator who lost: %s', async (name, loss) => {
  await lose(loss, async (moderatorId) => {
    const content = Buffer.from('name,url\nFiggle,https://figgle.example\n');
    await insertImport(api.db, { moderatorId, sourceName: 'tools.csv', content, createdAt: testNow });
  });
  expect(await runNext(importTasks, api.deps(), signal)).toBe(name === 'nothing');
  const headers = await api.signIn(await buildUser(api.db, { role: 'moderator' }));
  const { body } = await api.request('GET', '/api/moderation/imports', { headers });
  expect(body).toMatchObject({ imports: [{ isPaused: name !== 'nothing' }] });
});

it.each(losses)('shows products that are not public to a moderator who lost: %s', async (name, loss) => {
  const status = name === 'nothing' ? 200 : 404;
  const headers = await api.signIn(await buildUser(api.db, { role: 'moderator', ...loss }));
  for (const state of ['pending', 'rejected'] as const) {
    const product = await buildProduct(api.db, {
      status: state,
      approvedAt: null,
      rejectionReason: 'A poem.',
    });
    const answers = [
      await api.request('GET', `/api/products/${product.slug}`, { headers }),
      await api.request('GET', `/api/user/private/products/${product.id}`, { headers }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  }
});

it('tells a suspended moderator nothing about an edit in the queue', async () => {
  const { id } = await buildProduct(api.db);
  const texts = async (standing: Partial<typeof users.$inferInsert>) => {
    const headers = await api.signIn(await buildUser(api.db, { role: 'moderator', ...standing }));
    const { body } = await api.request('GET', `/api/user/private/texts/${id}`, { headers });
    return z.looseObject({}).parse(body);
  };
  expect(await texts({})).toHaveProperty('hasPendingEdit');
  expect(await texts(LOSSES.suspended)).not.toHaveProperty('hasPendingEdit');
});
