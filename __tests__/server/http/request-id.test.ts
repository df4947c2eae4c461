import { chooseRequestId } from '@/server/http/request-log';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

it.each(['a', 'Root=1-67891233-abcdef012345678912345678', 'x'.repeat(128)])(
  'keeps the id %s of a trusted proxy',
  (given) => {
    expect(chooseRequestId(given, { trustedProxyHops: 1 })).toBe(given);
    expect(chooseRequestId(given, { trustedProxyHops: 0 })).toMatch(uuid);
  },
);

it.each([undefined, '', 'a b', 'x'.repeat(129), 'é', ['a', 'b']])('replaces the id %j', (given) => {
  expect(chooseRequestId(given, { trustedProxyHops: 1 })).toMatch(uuid);
});
