import { hostInLetters, shownHost } from '@/server/text/shown-host';

const shownOf = (typed: string) => shownHost(new URL(`https://${typed}`).host);

it.each([
  'müller.example',
  'crème-brûlée.fr',
  'tiếngviệt.vn',
  'łódź.example:8080',
  '例え.jp',
  'メール2go.example',
  'みんな.jp',
  'サーバー.jp',
  '한국tv.example',
  '中国.example',
  'президент.рф',
  'почта.example',
  'ελλάδα.example',
  'ქართული.ge',
  'हिन्दी.example',
  'ไทยแลนด์.example',
  'россия.bücher.example',
  // Looks Latin, where readers expect no Latin letters.
  'сахара.рф',
  'сору.ru',
])('%s is shown in its own letters', (host) => {
  expect(new URL(`https://${host}`).host).toContain('xn--');
  expect(shownOf(host)).toBe(host);
});

it.each([
  [
    'whole words of letters that look like others',
    ['аррӏе.com', 'раураӏ.example', 'ѕсоре.com', 'νικη.com', 'օօօ.com'],
  ],
  [
    'several scripts in one label',
    ['googlе.com', 'αpple.com', 'аbc.example', 'pаypal.example', 'ка中.example'],
  ],
  [
    'letters that readers cannot tell from others',
    ['gıthub.com', 'ɡoogle.com', 'faceboоk.com', 'ꙅave.example'],
  ],
  ['signs', ['☃.example', 'a·b.example', '٣٣.example', 'ー一.example', '১৭.example', '😀.example']],
  ['strokes beside Latin letters', ['example.comノlogin.jp', 'paypalー.example']],
  ['scripts that are not written today', ['ᎠᎡᎢ.example', 'ᚠᚢᚦ.example']],
])('hosts with %s stay as they are in links', (_, hosts) => {
  for (const host of hosts) expect([host, shownOf(host)]).toEqual([host, new URL(`https://${host}`).host]);
});

it('keeps other hosts', () => {
  expect(['react.dev', 'localhost:3000', '[::1]:80', '192.0.2.1', 'a_b.example'].map(shownHost)).toEqual([
    'react.dev',
    'localhost:3000',
    '[::1]:80',
    '192.0.2.1',
    'a_b.example',
  ]);
  // Not what an encoder makes.
  expect(shownHost('xn--abc-.example')).toBe('xn--abc-.example');
});

it('keeps the parts of a host in order where its letters run from right to left', () => {
  expect(shownOf('موقع.example')).toBe('\u2066موقع.example\u2069');
});

it('tells a product the host alone that its link does not show', () => {
  expect(hostInLetters('https://www.bücher.example/a')).toEqual({ host: 'bücher.example' });
  expect(hostInLetters('https://www.react.dev/a')).toEqual({});
  expect(hostInLetters('no link')).toEqual({});
});
