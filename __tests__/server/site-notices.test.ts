import { closeSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv } from '@/server/config/env';
import { SiteNotices } from '@/server/config/site-notices';

const folder = mkdtempSync(join(tmpdir(), 'notices-'));
const path = join(folder, 'site.json');
const clock = { now: new Date('2026-12-01T00:00:00Z') };
afterAll(() => rmSync(folder, { recursive: true }));

const write = (content: object) => writeFileSync(path, JSON.stringify({ fields: [], ...content }));
const open = (variables = {}) =>
  new SiteNotices(readEnv({ APP_ENV: 'development', SITE_FILE: path, ...variables }), () => clock.now);
const acme = {
  name: 'Acme',
  text: 'Fonts',
  url: 'https://acme.test',
  from: '2026-12-02',
  until: '2026-12-03',
};

it('shows promos and sponsors from the first to the last of their days, and the promos of the variable always', () => {
  const news = { text: 'News', url: '/news' };
  const sale = { text: 'Sale', url: 'https://sale.test', until: '2026-12-01' };
  write({ promos: [news, sale], sponsors: [acme] });
  const notices = open({ NEXT_PUBLIC_SITE_PROMOS: '[{"text": "Guide", "url": "/guide"}]' });
  const shownAt = (time: string) => {
    clock.now = new Date(time);
    const { promos, sponsors } = notices.current;
    return [...promos.map(({ label }) => label), ...sponsors.map(({ name }) => name)];
  };
  expect(shownAt('2026-12-01T23:59:59.999Z')).toEqual(['Guide', 'News', 'Sale']);
  expect(notices.remainingMs).toBe(1);
  expect(shownAt('2026-12-02T00:00:00Z')).toEqual(['Guide', 'News', 'Acme']);
  expect(notices.remainingMs).toBe(24 * 60 * 60 * 1000);
  expect(shownAt('2026-12-03T23:59:59Z')).toContain('Acme');
  expect(shownAt('2026-12-04T00:00:00Z')).toEqual(['Guide', 'News']);
});

it('has the links of the variable after those to pages of the site, and no list without any', () => {
  write({});
  expect(open().current).not.toHaveProperty('links');
  const notices = open({ SITE_LINKS: '[{"name": "Blog", "url": "https://blog.test"}]' });
  expect(notices.current.links).toEqual([{ href: 'https://blog.test', label: 'Blog' }]);
  notices.setLinks([{ href: '/about', label: 'About', isTop: true }]);
  expect(notices.current.links).toEqual([
    { href: '/about', label: 'About', isTop: true },
    { href: 'https://blog.test', label: 'Blog' },
  ]);
  expect(() => open({ SITE_LINKS: '[{"name": "Trap", "url": "javascript:alert(1)"}]' })).toThrow(
    'SITE_LINKS',
  );
});

it('needs no new page at midnight when nothing has days', () => {
  write({ promos: [{ text: 'News', url: '/news' }] });
  expect(open().remainingMs).toBe(Infinity);
});

it('reads the file again, says whether the fields have changed, and keeps the notices when the file is wrong', () => {
  write({ promos: [{ text: 'Old', url: '/' }] });
  const notices = open();
  write({ promos: [{ text: 'New', url: '/' }] });
  expect(notices.current.promos).toEqual([{ label: 'Old', url: '/' }]);
  expect(notices.reload()).toEqual({ hasSameFields: true });
  expect(notices.current.promos).toEqual([{ label: 'New', url: '/' }]);

  write({ fields: [{ key: 'size', label: 'Size', type: 'number' }] });
  expect(notices.reload()).toEqual({ hasSameFields: false });
  write({ promos: [{ text: 'Trap', url: 'javascript:alert(1)' }] });
  expect(() => notices.reload()).toThrow(`"promos.0.url" of the file must be a web address or a path`);
  expect(notices.current.promos).toEqual([]);
});

it.each([
  [
    { promos: [{ text: 'x', url: '//evil.test' }] },
    '"promos.0.url" of the file must be a web address or a path',
  ],
  [
    { promos: [{ text: 'x', url: '/', from: '2026-02-30' }] },
    '"promos.0.from" of the file must be a day like',
  ],
  [
    { promos: [{ text: 'x', url: '/', from: '2026-03-02', until: '2026-03-01' }] },
    'must not be before "from"',
  ],
  [{ sponsors: [{ ...acme, until: undefined }] }, 'needs "until"'],
  [{ sponsors: [{ ...acme, url: '/path' }] }, '"sponsors.0.url" of the file must be a web address'],
  [
    { sponsors: [{ ...acme, name: 'a\u202Eb' }] },
    '"sponsors.0.name" of the file must be one line of visible text',
  ],
  [{ sponsors: [{ ...acme, price: 5 }] }, 'has no option "price"'],
])('refuses %j', (content, message) => {
  write(content);
  expect(() => open()).toThrow(message);
});

// What a container sees of a mounted file that an editor has replaced outside: content without a name.
(process.platform === 'linux' ? it : it.skip)('notices that a mounted file was replaced outside', () => {
  write({});
  const mounted = openSync(path, 'r');
  const notices = open({ SITE_FILE: `/proc/self/fd/${mounted}` });
  expect(() => notices.reload()).not.toThrow();
  writeFileSync(`${path}.new`, '{"fields": []}');
  renameSync(`${path}.new`, path);
  expect(() => notices.reload()).toThrow(/was replaced outside of this container.* mount the folder/);
  closeSync(mounted);
});
