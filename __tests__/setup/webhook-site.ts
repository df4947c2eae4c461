import { createWebhookCall, WEBHOOK_EVENTS, listDeliveriesCall } from '@/lib/contract/webhook';
import { eventTasks } from '@/server/commands/webhooks/deliver-event';
import { setUpFakeWeb } from './fake-web';
import { setUpModerationCalls } from './moderation-calls';
import { buildSignedInUser, type SignedInUser } from './signed-in-user';
import { setUpTestApp } from './test-app';
import { runNext } from './tasks';

type Received = { headers: Record<string, string>; body: string };

/** A site with an admin, and the receiver of its webhooks at `https://hooks.example.com/in`. */
export function setUpWebhookSite() {
  const web = setUpFakeWeb();
  const api = setUpTestApp({}, { fetchPage: web.fetchPage });
  const later = (ms: number) => (api.clock.now = new Date(api.clock.now.getTime() + ms));
  const received: Received[] = [];
  /** Of the receiver. */
  const answer = { status: 204 };
  let admin: SignedInUser;

  async function signInAdmin(): Promise<void> {
    admin = await buildSignedInUser(api, { role: 'admin' });
  }
  beforeEach(async () => {
    received.length = 0;
    answer.status = 204;
    web.serve('hooks.example.com/in', (req, res) => {
      const chunks: Buffer[] = [];
      req
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const headers = Object.fromEntries(
            Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
          );
          received.push({ headers, body: Buffer.concat(chunks).toString() });
          res.writeHead(answer.status).end();
        });
    });
    await signInAdmin();
  });

  const request = (method: string, path: string, body?: object) =>
    api.request(method, `/api/moderation/${path}`, { headers: admin.headers, body });
  const deliveries = async (query = '') =>
    listDeliveriesCall.answer.parse((await request('GET', `deliveries${query}`)).body).deliveries;

  return {
    web,
    api,
    later,
    received,
    answer,
    request,
    deliveries,
    signInAdmin,
    calls: setUpModerationCalls(api),
    adminHeaders: () => admin.headers,
    events: async () => (await deliveries()).map(({ event }) => event).toReversed(),
    create: async (input: object = {}) => {
      const { status, body } = await request('POST', 'webhooks', {
        ...{ url: 'https://hooks.example.com/in', format: 'standard', events: WEBHOOK_EVENTS },
        ...input,
      });
      expect(status).toBe(201);
      return createWebhookCall.answer.parse(body);
    },
    /** Also what is held until its decision can no longer be undone. */
    deliverAll: async (): Promise<void> => {
      later(20_000);
      while (await runNext(eventTasks, api.deps()));
    },
  };
}
