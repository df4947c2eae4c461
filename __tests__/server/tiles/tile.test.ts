import { createHash } from 'node:crypto';
import { renderTile, renderTileSheet } from '@/server/tiles/tile';
import { tileInitials } from '@/server/tiles/tile-initials';

it('renders the same image for the same name, and different images for different names', () => {
  expect(renderTile('Figma')).toBe(renderTile('Figma'));
  const pictures = new Set(Array.from({ length: 500 }, (_, index) => renderTile(`Tool ${index}`)));
  expect(pictures.size).toBeGreaterThan(480);
});

it('keeps the images of a name, which browsers and caches have stored, from one version to the next', () => {
  const hash = createHash('sha256');
  for (let index = 0; index < 1_000; index += 1) hash.update(renderTile(`Tool ${index}`));
  expect(hash.digest('hex')).toBe('d293d81475950ffebb39b7142cf4a15509a506f87920b71c2b7c45a70ae66126');
});

it('draws every tile of a sheet as it is drawn alone', () => {
  const partsOf = (svg: string) =>
    svg.replace(/<svg [^>]*>|<\/svg>|<view [^>]*>/g, '').replace(/\bg\d+\b/g, 'g');
  const names = ['Figma', 'Tool 1', '<b>', 'Figma'];
  expect(partsOf(renderTileSheet(names))).toBe(names.map((name) => partsOf(renderTile(name))).join(''));
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
