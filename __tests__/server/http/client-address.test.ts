import pino from 'pino';
import { clientAddress } from '@/server/http/client-address';
import { readEnv } from '@/server/config/env';
import { setUpTestApp } from '../../setup/test-app';

const peer = '10.0.0.1';

it.each([
  [0, undefined, '10.0.0.1'],
  [0, '192.0.2.1', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '192.0.2.1', '192.0.2.1'],
  [1, '192.0.2.1, 192.0.2.2', '192.0.2.2'],
  [2, '192.0.2.1, 192.0.2.2', '192.0.2.1'],
  [2, '192.0.2.1,[2001:db8:1:2::6]:443 ,192.0.2.3', '2001:db8:1:2/64'],
  [3, '192.0.2.1, 192.0.2.2', '10.0.0.1'],
  [1, '192.0.2.1, unknown', '10.0.0.1'],
  [1, '', '10.0.0.1'],
  [1, '192.0.2.9', undefined],
])(
  'behind %i trusted proxies that report %j, the client is %s',
  (trustedProxyHops, forwardedFor, address) => {
    const env = { trustedProxyHops, unlimitedAddresses: ['192.0.2.9'] };
    expect(clientAddress({ peer, forwardedFor }, env)).toBe(address);
  },
);

it('counts connections without an address together, and has no limits for those that are named', () => {
  const env = { trustedProxyHops: 0, unlimitedAddresses: [peer] };
  expect(clientAddress({ peer: '', forwardedFor: undefined }, env)).toBe('unknown');
  expect(clientAddress({ peer, forwardedFor: undefined }, env)).toBeUndefined();
});

describe('a proxy that the site does not know of', () => {
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  let trustedProxyHops = 0;
  const env = () => ({ ...readEnv({ APP_ENV: 'development' }), trustedProxyHops });
  const api = setUpTestApp(env, { logger });
  const ask = (headers: Record<string, string>) =>
    api.request('GET', '/api/user/checkAuthenticate', { headers, remoteAddress: '10.0.0.1' });
  beforeEach(() => lines.splice(0));

  it('is warned of once, as soon as it adds to a request', async () => {
    trustedProxyHops = 1;
    await ask({ 'x-forwarded-for': '192.0.2.1' });
    trustedProxyHops = 0;
    await ask({});
    expect(lines).toEqual([]);

    for (const value of ['192.0.2.1', '192.0.2.2']) await ask({ 'x-real-ip': value, via: '1.1 proxy' });
    expect(lines).toEqual([
      expect.stringMatching(/"header":"X-Real-IP".*set TRUSTED_PROXY_HOPS to the number/),
    ]);
  });
});
