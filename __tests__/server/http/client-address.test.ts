import { clientAddress } from '@/server/http/client-address';

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
