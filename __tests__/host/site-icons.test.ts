import { readFile } from 'node:fs/promises';
import pino from 'pino';
import sharp from 'sharp';
import { createSiteIcons } from '@/host/pages/site-icons';

const PIXELS = [
  ['/apple-touch-icon.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
  ['/icon-maskable-512.png', 512],
] as const;
const FILES = ['/icons.svg', '/favicon.svg', '/favicon.ico', ...PIXELS.map(([file]) => file)];

const fail = (line: string) => {
  throw new Error(line);
};

type Mark = { siteName: string; siteColor: string; siteLogo?: string };

async function iconsOf(mark: Mark, readLogo = (): Promise<Buffer> => Promise.reject(new Error('no logo'))) {
  const icons = await createSiteIcons(Object.assign(mark, { siteLogo: mark.siteLogo ?? '' }), {
    readLogo,
    readHeaders: () => new Map([['cache-control', 'public, max-age=60']]),
    // A failure that it would only log.
    logger: pino({ level: 'error' }, { write: fail }),
  });
  const bytesOf = (file: string) => {
    const body = icons.get(file)?.bodies.identity ?? '';
    return typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  };
  return { icons, bytesOf, textOf: (file: string) => bytesOf(file).toString() };
}

const SPROUT = 'M10.9';

it('are those of the files for a site with our name and color', async () => {
  const { icons } = await iconsOf({ siteName: 'Listgrove', siteColor: '' });
  expect(FILES.filter((file) => icons.get(file))).toEqual([]);
});

it('show the first letter of another name on the color of the site, and nothing of ours', async () => {
  const { icons, bytesOf, textOf } = await iconsOf({ siteName: 'Fontgrove', siteColor: '#2563eb' });
  for (const file of FILES) expect(icons.get(file)?.heads.identity).toContain('public, max-age=60');
  expect(textOf('/favicon.svg')).toMatch(/fill="#2563eb"\/>.*fill="#ffffff"><path .*h186v59h-121/);
  expect(textOf('/favicon.svg')).not.toMatch(/M10\.9|c8f04b/);
  for (const [file, px] of PIXELS) {
    const { data, info } = await sharp(bytesOf(file))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([file, info.width, info.height]).toEqual([file, px, px]);
    const middleOfEdge = data.subarray((px / 2) * px * 3).subarray(6, 9);
    expect([...middleOfEdge].map((part) => Math.round(part / 8))).toEqual([5, 12, 29]);
  }
  const ico = bytesOf('/favicon.ico');
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(await sharp(ico.subarray(22)).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
});

it('replace our sprout in the sheet of icons, and leave the other icons alone', async () => {
  const { textOf } = await iconsOf({ siteName: 'Ärzte', siteColor: '' });
  const [own, sheet] = [await readFile('public/icons.svg', 'utf8'), textOf('/icons.svg')];
  const symbols = (text: string) => new Map(text.split('<symbol ').map((each) => [each.slice(0, 14), each]));
  const changed = [...symbols(own)].filter(([id, symbol]) => symbols(sheet).get(id) !== symbol);
  expect(changed.map(([id]) => id)).toEqual(['id="sprout" vi']);
  expect(own).toContain(SPROUT);
  expect(sheet).not.toContain(SPROUT);
  // Of A: the outlines have no accents.
  expect(sheet).toContain('l109-280h69l109 280');
});

it.each([
  ['日本', '日'],
  ['', '•'],
])('have a letter of the name %j that XML can hold', async (siteName, letter) => {
  const { textOf, bytesOf } = await iconsOf({ siteName, siteColor: '#123456' });
  // The server may have no font for it.
  expect((await sharp(bytesOf('/icon-192.png')).stats()).channels[0]?.max).toBe(255);
  expect(textOf('/favicon.svg')).toContain(`>${letter}</text>`);
});

it('follow a change of the settings', async () => {
  const mark = { siteName: 'Fontgrove', siteColor: '' };
  const { icons, textOf } = await iconsOf(mark);
  Object.assign(mark, { siteName: 'Listgrove' });
  void icons.renew();
  Object.assign(mark, { siteName: 'Booklist', siteColor: '#2563eb' });
  await icons.renew();
  expect(textOf('/favicon.svg')).toMatch(/fill="#2563eb"/);
});

const logoOf = (color: string) =>
  sharp({ create: { width: 600, height: 300, channels: 4, background: color } })
    .png()
    .toBuffer();

it('show the logo, whole and on a ground where phones cut', async () => {
  const readLogo = () => logoOf('#d11111');
  const { bytesOf, textOf } = await iconsOf(
    { siteName: 'Fontgrove', siteColor: '', siteLogo: 'key' },
    readLogo,
  );
  for (const [file, px] of PIXELS) {
    const { data, info } = await sharp(bytesOf(file))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * px + x) * 4).subarray(0, 4)];
    expect([file, info.width, info.height]).toEqual([file, px, px]);
    expect([file, pixel(px / 2, px / 2)]).toEqual([file, [0xd1, 0x11, 0x11, 255]]);
    const ground = /apple|maskable/.test(file) ? [255, 255, 255, 255] : [0, 0, 0, 0];
    expect([file, pixel(px / 2, 2)]).toEqual([file, ground]);
  }
  expect(textOf('/favicon.svg')).toContain('href="data:image/png;base64,');
});

it('show the letter while the logo cannot be read', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const icons = await createSiteIcons(
    { siteName: 'Fontgrove', siteColor: '', siteLogo: 'key' },
    { readHeaders: () => new Map(), readLogo: () => Promise.reject(new Error('gone')), logger },
  );
  expect(String(icons.get('/favicon.svg')?.bodies.identity)).toContain('<path ');
  expect(lines.join()).toContain('The logo of the site could not be read.');
});
