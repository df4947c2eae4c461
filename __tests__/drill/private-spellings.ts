/** Private addresses of each kind: loopback, networks, cloud metadata, platform hosts, multicast, reserved. */
const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
];

/** From 0 up to 1. */
export type Random = () => number;
const pick = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

/** Random spellings of private addresses, as the URL parser, a resolver or an old library may read them. */
export function* privateSpellings(
  random: Random,
  count: number,
): Generator<{ address: string; host: string }> {
  for (let index = 0; index < count; index += 1) {
    const address = PRIVATE[Math.floor(random() * PRIVATE.length)] ?? '127.0.0.1';
    const host = random() < 0.6 ? disguise(random, spellIPv4(random, address)) : spellIPv6(random, address);
    yield { address, host };
  }
}

/** One to four parts, each in decimal, octal or hexadecimal, as inet_aton reads them. */
function spellIPv4(random: Random, address: string): string {
  const bytes = address.split('.').map(Number);
  const partCount = pick(random, [1, 2, 3, 4]);
  const head = bytes.slice(0, partCount - 1);
  const tail = bytes.slice(partCount - 1).reduce((value, byte) => value * 256 + byte, 0);
  return [...head, tail].map((part) => spellNumber(random, part)).join('.');
}

const spellNumber = (random: Random, value: number) =>
  pick(random, [
    String(value),
    `0${value.toString(8)}`,
    `0000${value.toString(8)}`,
    `0x${value.toString(16)}`,
    `0X${value.toString(16).toUpperCase()}`,
    `0x0000${value.toString(16)}`,
  ]);

/** The same letters in other forms that the URL parser takes for them. */
function disguise(random: Random, host: string): string {
  const letters = [...host].map((letter) => {
    const form = random();
    if (form < 0.1) return `%${letter.charCodeAt(0).toString(16)}`;
    if (form < 0.2 && /\d/.test(letter)) return String.fromCodePoint(0xff10 + Number(letter));
    if (form < 0.25 && /[1-9]/.test(letter)) return String.fromCodePoint(0x2460 + Number(letter) - 1);
    if (form < 0.2 && letter === '.') return pick(random, ['。', '．', '｡']);
    return form < 0.22 ? letter.toUpperCase() : letter;
  });
  const soft = random() < 0.1 ? '\u00AD' : '';
  return letters.join('') + soft + pick(random, ['', '', '', '.', '%2e', '。']);
}

/** IPv6 addresses that contain the IPv4 address, and private IPv6 addresses. */
function spellIPv6(random: Random, address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const embedded = pick(random, [hex, address]);
  const low = Math.floor(random() * 0xffff).toString(16);
  const inner = pick(random, [
    `::ffff:${embedded}`,
    `0:0:0:0:0:ffff:${embedded}`,
    `::ffff:0:${embedded}`,
    `::${embedded}`,
    `64:ff9b::${embedded}`,
    `64:ff9b:1::${embedded}`,
    `2002:${hex}::${low}`,
    `2001:0:${hex}::${low}`,
    `2001:db8::${low}`,
    `3fff::${low}`,
    `100::${low}`,
    `fc00::${low}`,
    `fdff:${low}::1`,
    `fe80::${low}`,
    `fec0::${low}`,
    `ff02::${low}`,
    `5f00::${low}`,
    '::1',
    '::',
  ]);
  const cased = random() < 0.5 ? inner.toUpperCase() : inner;
  return `[${cased}${random() < 0.05 ? '%25lo' : ''}]`;
}
