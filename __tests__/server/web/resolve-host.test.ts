import { createHostResolver, isNoSuchHost } from '@/server/web/public-address';
import { startNameServer } from '../../setup/name-server';

const ipv6 = Buffer.from('20010db8000000000000000000000001', 'hex');
let names: Awaited<ReturnType<typeof startNameServer>>;

beforeAll(async () => {
  names = await startNameServer({
    'both.test': { A: '93.184.215.14', AAAA: ipv6 },
    'ipv6.test': { AAAA: ipv6 },
    'mail-only.test': {},
    'broken.test': 'SERVFAIL',
    'silent.test': 'silent',
  });
});
afterAll(() => names.close());

const resolve = (host: string, signal = new AbortController().signal) =>
  createHostResolver([names.address])(host, signal);
const failureOf = (host: string, signal?: AbortSignal) =>
  resolve(host, signal).then(
    () => undefined,
    (error: unknown) => ({ isNoSuchHost: isNoSuchHost(error) }),
  );

it('returns the IPv4 addresses, or else the IPv6 addresses', async () => {
  expect(await resolve('both.test')).toEqual(['93.184.215.14']);
  expect(names.asked).toEqual(['both.test A']);
  expect(await resolve('ipv6.test')).toEqual(['2001:db8::1']);
});

it('tells a name without an address from name servers that fail', async () => {
  expect(await failureOf('nowhere.test')).toEqual({ isNoSuchHost: true });
  expect(await failureOf('mail-only.test')).toEqual({ isNoSuchHost: true });
  expect(await failureOf(`${'x'.repeat(64)}.test`)).toEqual({ isNoSuchHost: true });
  expect(await failureOf('broken.test')).toEqual({ isNoSuchHost: false });
});

it('stops asking when the signal is aborted', async () => {
  const deadline = new AbortController();
  const failure = failureOf('silent.test', deadline.signal);
  deadline.abort();

  expect(await failure).toEqual({ isNoSuchHost: false });
});
