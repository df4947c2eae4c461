import sharp from 'sharp';
import { uploadLogoCall } from '@/lib/contract/image';
import { imageKey } from '@/lib/contract/plain/image-url';
import { createApp } from '@/server/app';
import { deleteUnusedImages } from '@/server/commands/images/delete-unused-images';
import { canvas, setUpImageCalls } from '../setup/image-calls';
import { setUpSettingsCalls } from '../setup/settings-calls';
import { buildSignedInUser } from '../setup/signed-in-user';
import { setUpTestApp, testNow } from '../setup/test-app';

const api = setUpTestApp();
const settings = setUpSettingsCalls(api);
const { processImages } = setUpImageCalls(api);

const HOUR_MS = 3_600_000;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#d11"/></svg>';

function send(bytes: Buffer | string, headers = settings.admin.headers) {
  const body = new FormData();
  body.set('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], 'logo'));
  return api.request('POST', '/api/moderation/settings/logos', { headers, body });
}
async function upload(bytes: Buffer | string): Promise<string> {
  const { body } = await send(bytes);
  return imageKey(uploadLogoCall.answer.parse(body).imageURL) ?? '';
}
const readLogo = (key: string) => api.request('GET', `/api/images/${key}/mark.webp`);

it('is drawn on cards for shared links', async () => {
  const drawCard = async () => {
    const response = await createApp(api.deps(), { basePath: '/api' }).request('/og/home.png');
    const card = sharp(Buffer.from(await response.arrayBuffer()));
    return card.removeAlpha().raw().toBuffer();
  };
  const red = Buffer.from([0xdd, 0x11, 0x11]);
  expect((await drawCard()).includes(red)).toBe(false);
  const key = await upload(SVG);
  await processImages();
  expect(await settings.save(0, { SITE_LOGO: key })).toMatchObject({ status: 200, body: { version: 1 } });
  expect(api.deps().env.siteLogo).toBe(key);
  expect((await drawCard()).includes(red)).toBe(true);
});

it('refuses what is no image, too small, or of a member', async () => {
  const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
  const refusal = (status: number, sentence: unknown) => ({ status, body: { fields: { file: sentence } } });
  const wrongKind = refusal(415, 'Use an SVG, PNG, JPEG, WebP, GIF, AVIF or ICO image.');
  expect(await send('<html><script>alert(1)</script></html>')).toMatchObject(wrongKind);
  const unsafe = refusal(415, expect.stringContaining('contains an image, HTML or an entity'));
  expect(await send(svg('<image href="file:///etc/passwd"/>'))).toMatchObject(unsafe);
  expect(await send(svg('<path/>'.repeat(40_000)))).toMatchObject(
    refusal(413, 'An SVG may have at most 256 KiB. Simplify it, or use a PNG.'),
  );
  expect(await send(await canvas(90, 40).png().toBuffer())).toMatchObject(
    refusal(415, 'That image is 40 pixels wide or high. It needs at least 64.'),
  );
  for (const role of ['member', 'moderator'] as const) {
    const { headers } = await buildSignedInUser(api, { role });
    expect((await send(SVG, headers)).status).toBe(403);
  }
});

it('is stored only once it is ready, and only if it was uploaded here', async () => {
  const key = await upload(SVG);
  const refused = { status: 400, body: { fields: { SITE_LOGO: expect.stringContaining('not ready yet') } } };
  expect(await settings.save(0, { SITE_LOGO: key })).toMatchObject(refused);
  await processImages();
  expect(await settings.save(0, { SITE_LOGO: 'A'.repeat(22) })).toMatchObject(refused);
  expect(await settings.save(0, { SITE_LOGO: 'https://elsewhere.example/logo.svg' })).toMatchObject({
    ...{
      status: 400,
      body: { fields: { SITE_LOGO: expect.stringContaining('uploaded at /settings/look') } },
    },
  });
  expect(await settings.save(0, { SITE_LOGO: key })).toMatchObject({ status: 200 });
});

it('is kept while a version of the settings has it, so that undoing finds it, and not for longer', async () => {
  const [unused, former, present] = [await upload(SVG), await upload(SVG), await upload(SVG)];
  await processImages();
  await settings.save(0, { SITE_LOGO: former });
  await settings.save(1, { SITE_LOGO: present });
  const late = { ...api.deps(), now: () => new Date(testNow.getTime() + 30 * HOUR_MS) };
  await deleteUnusedImages(late);
  expect([await readLogo(unused), await readLogo(former), await readLogo(present)]).toMatchObject([
    { status: 404 },
    { status: 200 },
    { status: 200 },
  ]);
  expect(await settings.undo(2, 2)).toMatchObject({ status: 200 });
  expect(api.deps().env.siteLogo).toBe(former);
});
