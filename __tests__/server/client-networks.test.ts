import { HOUR_MS } from '@/lib/contract/plain/durations';
import { RATE_LIMITS } from '@/lib/contract/rate-limits';
import type { ServerEnv } from '@/server/config/env';
import { setUpTestApp, testNow } from '../setup/test-app';
import { emailsOf } from '../setup/tasks';

/** Under which addresses and networks calls count. Uses limits of both kinds: per process and in the database. */
const env: Partial<ServerEnv> = {};
const api = setUpTestApp(() => env);

beforeEach(() => {
  for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
});

const subscribe = (remoteAddress: string, { email = 'ada@x.example', headers = {} } = {}) =>
  api.request('POST', '/api/newsletter/subscribe', { body: { email }, headers, remoteAddress });
const statusesOf = (answers: readonly { status: number }[]) => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('the client address', () => {
  it('is the same for 500 addresses of an IPv6 network of 64 bits', async () => {
    const leftFor = async (remoteAddress: string) =>
      (await api.request('GET', '/api/user/checkAuthenticate', { remoteAddress })).headers.get('ratelimit');
    for (let host = 1; host < 500; host += 1) {
      await leftFor(`2001:db8:1:2:${host.toString(16)}::${(7 * host).toString(16)}`);
    }

    expect(await leftFor('2001:db8:1:2::1')).toBe('"readByAddress";r=100;t=60');
    expect(await leftFor('2001:db8:1:3::1')).toBe('"readByAddress";r=599;t=60');
  });

  it('is refused the sixth subscription of an IPv6 network of 64 bits', async () => {
    const answers = [];
    for (let host = 1; host <= 6; host += 1) answers.push(await subscribe(`2001:db8:1:2::${host}`));

    expect(statusesOf(answers)).toEqual({ 200: 5, 429: 1 });
  });

  it('is refused together with the networks around it, and one email goes to a recipient', async () => {
    const answers = [];
    for (let network = 1; network <= 25; network += 1) {
      answers.push(
        await subscribe(`2001:db8:1:${(network << 8).toString(16)}::1`, { email: 'eve@x.example' }),
      );
    }
    expect(statusesOf(answers)).toEqual({ 200: 20, 429: 5 });
    expect(await emailsOf(api.db)).toHaveLength(1);
    expect((await subscribe('2001:db8:2::1')).status).toBe(200);

    const ofHome = [];
    for (let network = 0xa00; network < 0xa0c; network += 1) {
      ofHome.push(await subscribe(`2001:db8:3:${network.toString(16)}::1`));
    }
    expect(statusesOf(ofHome)).toEqual({ 200: 10, 429: 2 });

    const ofBlock = [];
    for (let host = 1; host <= 42; host += 1) ofBlock.push(await subscribe(`198.51.100.${host}`));
    expect(statusesOf(ofBlock)).toEqual({ 200: 40, 429: 2 });
  });

  it('is answered when neighbors have used all that their own network may, and at the latest when the span ends', async () => {
    // One customer with a /56 of the provider's /48, and one server of a rented /24.
    for (let network = 0x100; network < 0x110; network += 1) {
      await subscribe(`2001:db8:1:${network.toString(16)}::1`);
    }
    for (let count = 0; count < 6; count += 1) await subscribe('198.51.100.7');
    expect((await subscribe('2001:db8:1:2ff::1')).status).toBe(200);
    expect((await subscribe('198.51.100.8')).status).toBe(200);

    for (let network = 0x10; network < 0x30; network += 1) {
      await subscribe(`2001:db8:1:${network.toString(16)}00::1`);
    }
    const refused = await subscribe('2001:db8:1:4ff::1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1800']);
    api.clock.now = new Date(testNow.getTime() + 30 * 60_000);
    expect((await subscribe('2001:db8:1:4ff::1')).status).toBe(200);
  });

  it('has no limit by address with a span above an hour, so that a network is never refused for longer', () => {
    const limits = Object.values(RATE_LIMITS).filter(({ by }) => by === 'address');
    expect(limits.length).toBeGreaterThan(20);
    expect(limits.filter(({ spanMs }) => spanMs > HOUR_MS)).toEqual([]);
  });

  it.each([
    ['the process counts, too', {}],
    ['count for other sites', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused with its networks by limits that %s', async (_, headers) => {
    const ask = async (remoteAddress: string) =>
      (await api.request('GET', '/data/products.jsonl', { headers, remoteAddress })).status;
    const statuses = [];
    for (let network = 0; network < 5; network += 1) {
      for (let count = 0; count < 10; count += 1) statuses.push(await ask(`2001:db8:1:${network}00::1`));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it('is that of the connection, whatever forwarding headers say, without trusted proxies', async () => {
    const answers = [];
    for (let count = 1; count <= 10; count += 1) {
      const address = `198.51.100.${count}`;
      const headers = { forwarded: `for=${address}`, 'x-real-ip': address, 'x-forwarded-for': address };
      answers.push(await subscribe('192.0.2.1', { headers }));
    }

    expect(statusesOf(answers)).toEqual({ 200: 5, 429: 5 });
  });

  it('is the entry of the trusted proxy, even after entries that the client has sent', async () => {
    env.trustedProxyHops = 1;
    const answers = [];
    for (let count = 1; count <= 10; count += 1) {
      const headers = { 'x-forwarded-for': `198.51.100.${count}, 203.0.113.7:${50_000 + count}` };
      answers.push(await subscribe('192.0.2.1', { headers }));
    }

    expect(statusesOf(answers)).toEqual({ 200: 5, 429: 5 });
  });

  it.each([
    ['203.0.113.7', '203.0.113.7:5678'],
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['203.0.113.7', '::ffff:cb00:7107'],
    ['203.0.113.7', '[::ffff:203.0.113.7]:443'],
    ['2001:db8::1', '[2001:db8::1]'],
    ['2001:db8::1', '[2001:db8::1]:123'],
    ['2001:db8::1', '2001:DB8:0:0:ffff::2'],
    ['2001:db8::1', '2001:0db8::1%eth0'],
    ['2001:db8:0:1::', '2001:db8::1:2:3:1.2.3.4'],
    // The address of the connection.
    ['192.0.2.1', 'unknown'],
    ['192.0.2.1', '203.0.113.300'],
    ['192.0.2.1', ''],
  ])('counts %s together with the forwarded entry "%s"', async (address, entry) => {
    env.trustedProxyHops = 1;
    for (let count = 0; count < 5; count += 1) {
      await subscribe('192.0.2.1', { headers: { 'x-forwarded-for': address } });
    }

    expect((await subscribe('192.0.2.1', { headers: { 'x-forwarded-for': entry } })).status).toBe(429);
  });

  it('has no limits when it is in UNLIMITED_ADDRESSES', async () => {
    env.unlimitedAddresses = ['192.0.2.1'];
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await subscribe('192.0.2.1'));

    expect(statusesOf(answers)).toEqual({ 200: 6 });
    expect((await subscribe('192.0.2.2')).headers.get('ratelimit')).toContain('"newsletterByAddress";r=4;');
  });
});
