import { hostToResolve, isPublicAddress, privateAddressReason } from '@/server/web/public-address';
import { shown } from '../../setup/shown';

const f = 'ffff';

/** The address before each network, its first, its last, and the one after it. */
it.each([
  [undefined, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
  ['192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
  ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
  ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['223.255.255.255', '224.0.0.0', '239.255.255.255', undefined],
  [undefined, '240.0.0.0', '255.255.255.255', undefined],
  [undefined, '::', `1fff:${f}:${f}:${f}:${f}:${f}:${f}:${f}`, '2000::'],
  [
    `2000:${f}:${f}:${f}:${f}:${f}:${f}:${f}`,
    '2001::',
    `2001:1ff:${f}:${f}:${f}:${f}:${f}:${f}`,
    '2001:200::',
  ],
  [
    `2001:db7:${f}:${f}:${f}:${f}:${f}:${f}`,
    '2001:db8::',
    `2001:db8:${f}:${f}:${f}:${f}:${f}:${f}`,
    '2001:db9::',
  ],
  [`2001:${f}:${f}:${f}:${f}:${f}:${f}:${f}`, '2002::', `2002:${f}:${f}:${f}:${f}:${f}:${f}:${f}`, '2003::'],
  [
    `3ffe:${f}:${f}:${f}:${f}:${f}:${f}:${f}`,
    '3fff::',
    `3fff:fff:${f}:${f}:${f}:${f}:${f}:${f}`,
    '3fff:1000::',
  ],
  [`3fff:${f}:${f}:${f}:${f}:${f}:${f}:${f}`, '4000::', `${f}:${f}:${f}:${f}:${f}:${f}:${f}:${f}`, undefined],
])('after %s, the addresses from %s to %s are not public, and %s is', (before, first, last, after) => {
  expect([first, last].map(isPublicAddress)).toEqual([false, false]);
  for (const neighbor of [before, after]) if (neighbor) expect(isPublicAddress(neighbor)).toBe(true);
});

it.each(['::ffff:8.8.8.8', '64:ff9b::808:808', '2600::1%eth0', '8.8.8', 'example.com', ''])(
  '%s is no public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

const onNetwork = 'That link works only on a local network. Enter one that anyone can open.';
const notPublic = "That link isn't on the public web.";
const ports = 'Only links with the standard web ports, 80 and 443, can be listed.';
const password = 'Remove the user name and password from the link.';
const scheme = 'Only links that start with http:// or https:// can be listed.';
const reserved = (suffix: string) =>
  `Links that end in .${suffix} aren't on the public web. Enter one that anyone can open.`;

it.each([
  ['https://example.com', undefined],
  ['http://example.com:80/a?b#c', undefined],
  ['https://example.com:443', undefined],
  ['http://example.com:443', undefined],
  ['https://example.com.', undefined],
  ['https://8.8.8.8', undefined],
  ['https://[2600::1]', undefined],
  ['ftp://example.com', scheme],
  ['javascript:alert(1)', scheme],
  ['https://ada@example.com', password],
  ['https://:secret@example.com', password],
  ['https://example.com:8443', ports],
  ['https://10.0.0.1', notPublic],
  ['https://2130706433', notPublic],
  ['https://0x7f.1', notPublic],
  ['https://[::1]', notPublic],
  ['https://127.0.0.1.', notPublic],
  ['https://router', onNetwork],
  ['https://example.com..', onNetwork],
  ['https://localhost', reserved('localhost')],
  ['https://a.LOCALHOST.', reserved('localhost')],
  ['https://printer.local', reserved('local')],
  ['https://a.home.arpa', reserved('home.arpa')],
  ['https://mylocalhost.com', undefined],
])('%s is refused with the sentence %j', (url, sentence) => {
  expect(shown(privateAddressReason(new URL(url)))).toBe(sentence);
});

it.each([
  ['https://[2600::1]', '2600::1'],
  ['https://Example.com.', 'example.com'],
  ['https://134744072', '8.8.8.8'],
])('resolves for %s the host %s', (url, host) => {
  expect(hostToResolve(new URL(url))).toBe(host);
});
