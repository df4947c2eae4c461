import { chooseIconLinks, readManifestIcons } from '@/server/web/icon-links';

const page = new URL('https://site.example/en/');
const link = (rel: string, href: string, sizes = '', type = '') => ({ rel, href, sizes, type });
const favicon = { url: 'https://site.example/favicon.ico', pxMin: 16 };
const at = (path: string) => new URL(path, page).href;

it('takes a favicon of a page that names no icon', () => {
  expect(chooseIconLinks([], page)).toEqual({ touch: [], manifestURL: undefined, other: [favicon] });
});

it('takes two touch icons from 120 pixels on, those first that need the least scaling down', () => {
  const links = [
    link('apple-touch-icon', '119.png', '119x119'),
    link('apple-touch-icon', '120.png', '120x120'),
    link('apple-touch-icon', '512.png', '512x512'),
    link('apple-touch-icon-precomposed', '192.png', '192x192'),
    link('apple-touch-icon', 'https://[', '180x180'),
  ];
  expect(chooseIconLinks(links, page).touch).toEqual([
    { url: at('192.png'), pxMin: 120 },
    { url: at('512.png'), pxMin: 120 },
  ]);
  expect(chooseIconLinks(links.slice(0, 2), page).touch).toEqual([{ url: at('120.png'), pxMin: 120 }]);
  // Without a size, a touch icon has 180 pixels.
  expect(chooseIconLinks([...links.slice(0, 2), link('apple-touch-icon', 'a.png')], page).touch).toEqual([
    { url: at('a.png'), pxMin: 120 },
    { url: at('120.png'), pxMin: 120 },
  ]);
});

it('takes two other icons from 48 pixels on, SVG first, and then the favicon', () => {
  const links = [
    link('icon', '47.png', '16x16 47x47'),
    link('shortcut icon', '48.png', '48x48'),
    link('mask-icon', 'mask.svg'),
    link('icon', '191.png', '191x191'),
    link('icon', 'drawn', '', 'image/svg+xml'),
  ];
  expect(chooseIconLinks(links, page).other).toEqual([
    { url: at('drawn'), pxMin: 48 },
    { url: at('191.png'), pxMin: 48 },
    favicon,
  ]);
  expect(chooseIconLinks(links.slice(0, 3), page).other).toEqual([{ url: at('48.png'), pxMin: 48 }, favicon]);
  expect(chooseIconLinks([link('icon', 'a.png')], page).other).toEqual([
    { url: at('a.png'), pxMin: 48 },
    favicon,
  ]);
});

it('reads the icons of a manifest, neither masks nor those with wide edges', () => {
  const manifest = new URL('https://site.example/app/manifest.json');
  const read = (value: unknown, before = '') =>
    readManifestIcons(Buffer.from(before + JSON.stringify(value)), manifest).map(({ url, pxMin }) => [
      url,
      pxMin,
    ]);
  const icons = [
    { src: 'mask.png', purpose: 'monochrome' },
    { src: 'wide.png', purpose: 'maskable' },
    { src: '64.png', sizes: '64x64', purpose: 'maskable any' },
    { src: '192.png', sizes: '192x192' },
    { src: 'https://[' },
    { sizes: '512x512' },
    'no icon',
  ];
  expect(chooseIconLinks([link('manifest', 'm.json')], page).manifestURL).toBe(at('m.json'));
  expect(read({ icons }, '\uFEFF')).toEqual([
    ['https://site.example/app/192.png', 48],
    ['https://site.example/app/64.png', 48],
  ]);
  for (const value of [{ icons: 'none' }, { icons: null }, null, 'text', []]) expect(read(value)).toEqual([]);
  expect(readManifestIcons(Buffer.from('{'), manifest)).toEqual([]);
});

it('reads 50 icons of a manifest of at most 64 KB', () => {
  const manifest = new URL('https://site.example/manifest.json');
  const read = (count: number, bytes: number) => {
    const icons = Array.from({ length: count }, (_, index) => ({ src: `${index}.png`, sizes: `${index}x1` }));
    const text = JSON.stringify({ icons });
    return readManifestIcons(Buffer.from(text.padEnd(bytes)), manifest)[0]?.url;
  };
  expect(read(50, 64 * 1024)).toBe('https://site.example/49.png');
  expect(read(51, 64 * 1024)).toBe('https://site.example/49.png');
  expect(read(50, 64 * 1024 + 1)).toBeUndefined();
});
