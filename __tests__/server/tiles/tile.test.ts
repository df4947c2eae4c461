import { createHash } from 'node:crypto';
import { renderBrandMark, renderMarkSheet, renderTile, tileInitials } from '@/server/tiles/tile';

it('renders the same image for the same name, and different images for different names', () => {
  expect(renderTile('Figma')).toBe(renderTile('Figma'));
  const pictures = new Set(Array.from({ length: 500 }, (_, index) => renderTile(`Tool ${index}`)));
  expect(pictures.size).toBeGreaterThan(150);
});

it('keeps the images of a name, which browsers and caches have stored, from one version to the next', () => {
  const hash = createHash('sha256');
  for (let index = 0; index < 1_000; index += 1) hash.update(renderTile(`Tool ${index}`));
  expect(hash.digest('hex')).toBe('f73223322c6f9ef4d7d36b38970e3367b1775f88c6a55ccece452982eb50a108');
});

it('draws every tile of a sheet as it is drawn alone', () => {
  const partsOf = (svg: string) => svg.replace(/<svg [^>]*>|<\/svg>|<view [^>]*>/g, '');
  const names = ['Figma', 'Tool 1', '<b>', 'Figma'];
  const sheet = renderMarkSheet(names.map((name) => ({ name })));
  expect(partsOf(sheet)).toBe(names.map((name) => partsOf(renderTile(name))).join(''));
  const frames = sheet.match(/<svg [^>]*>|<view [^>]*>/g);
  expect(frames).toEqual([
    '<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 64 64">',
    ...[0, 64, 128, 192].flatMap((top, index) => [
      `<view id="m${index}" viewBox="0 ${top} 64 64"/>`,
      `<svg y="${top}" width="64" height="64">`,
    ]),
  ]);
});

it('draws the outline of a brand in the middle of its tile, in any place of a sheet, and on a ground of its own', () => {
  const outline = '<path fill="#14171c" transform="translate(15 15)scale(1.4167)" d="M0 0h24v24z"/>';
  const brandPath = 'M0 0h24v24z';
  const sheet = renderMarkSheet([{ name: 'Figma' }, { brandPath }, { webp: Buffer.from('icon') }]);
  expect(sheet).toContain(`<svg y="64" width="64" height="64">${outline}</svg>`);
  expect(sheet).toContain(
    '<svg y="128" width="64" height="64"><image width="64" height="64" href="data:image/webp;base64,aWNvbg=="/></svg>',
  );
  expect(renderBrandMark(brandPath)).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 64 64"><path fill="#fff" d="M0 0h64v64H0z"/>${outline}</svg>`,
  );
});

it('draws quietly: one hue, and a chroma that no display shows as a loud color', () => {
  for (let index = 0; index < 200; index += 1) {
    const colors = renderTile(`Tool ${index}`).match(/#[0-9a-f]{6}/g) ?? [];
    expect(colors).toHaveLength(2);
    for (const color of colors) {
      const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      // The spread of the channels, of 255, that a chroma of 0.06 has at most.
      expect(Math.max(...channels) - Math.min(...channels)).toBeLessThan(75);
    }
  }
});

it('stays under 2 KB for every name', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `${'QWg8'.charAt(index % 4)}a${index} B${index}`);
  const long = ['x'.repeat(100_000), '👩‍👩‍👧‍👦'.repeat(50), `Z${'\u0335'.repeat(5_000)}`];
  const largest = Math.max(...[...names, ...long].map((name) => Buffer.byteLength(renderTile(name))));
  expect(largest).toBeLessThan(2_048);
});

it.each([
  ['Figma', 'Fi'],
  ['npm', 'np'],
  ['GitHub', 'GH'],
  ['Visual Studio Code', 'VS'],
  ['date-fns', 'df'],
  ['Next.js', 'Ne'],
  ['D3', 'D3'],
  ['C++', 'C'],
  ['.env files', 'ef'],
  ['Écran Été', 'EE'],
  ['Ελληνικά εργαλεία', 'Εε'],
  ['أدوات الويب', 'أ'],
  ['微信', '微'],
  ['🎨 Palette', '🎨'],
  ['  spaced  ', 'sp'],
  ['!?', '!'],
  ['', '•'],
])('draws %j as %s', (name, initials) => {
  expect(tileInitials(name).join('')).toBe(initials);
});

it.each(['<script>', '&amp;', '"quoted"', "it's", '<&>', '\u0000\u0007bell', '\uD83C lone', ']]>'])(
  'is well-formed for %j',
  (name) => {
    const text = /<text[^>]*>(.*)<\/text>/.exec(renderTile(name))?.[1] ?? '';
    expect(text).not.toMatch(/[<>"'\p{Cc}\p{Cs}]|&(?!#\d+;)/u);
  },
);
