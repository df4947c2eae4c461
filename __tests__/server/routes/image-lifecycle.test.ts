import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { z } from 'zod';
import { imageKey } from '@/lib/contract/plain/image-url';
import { deleteUnusedImages } from '@/server/commands/images/delete-unused-images';
import { imageTasks } from '@/server/commands/images/process-image';
import { images, products, users } from '@/server/db/schema';
import { tasks } from '@/server/db/schema/task-schema';
import { leaseTask } from '@/server/queries/tasks';
import type { Deps } from '@/server/deps';
import { DeadlineError } from '@/server/base/errors';
import { setMirror } from '@/server/queries/search/search-outbox';
import { buildProduct } from '../../setup/build';
import { canvas, photo, setUpImageCalls } from '../../setup/image-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { runNext } from '../../setup/tasks';

const api = setUpTestApp();
const { signedInUser, createImage, processImages } = setUpImageCalls(api);
const hourMs = 60 * 60 * 1000;

it.each([
  [
    'PNG',
    () =>
      sharp(Buffer.alloc(300 * 300 * 3, 7), { raw: { width: 300, height: 300, channels: 3 } })
        .png({ compressionLevel: 0 })
        .toBuffer(),
  ],
  ['JPEG', photo],
])(
  'rejects a truncated %s when it is processed, and shows the tile of its product again',
  async (_, make) => {
    const user = await signedInUser();
    const whole = await make();
    const imageURL = await createImage(user, whole.subarray(0, Math.floor(whole.length * 0.7)));
    const { id } = await submitWithImage(user, imageURL);

    await processImages();

    expect(await api.request('GET', imageURL)).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media', message: "We can't read that image. Is the file complete?" },
    });
    expect(await findSubmission(user, id)).toMatchObject({ imageURL: '/api/tiles/Figgle.svg' });
  },
);

it('tells the index of another search that an image of a product cannot be read', async () => {
  await setMirror(api.db, 'ALGOLIA-APP');
  const whole = await photo();
  await createImage(await signedInUser(), whole.subarray(0, whole.length / 2));
  const [image] = await api.db.select().from(images);
  const { id } = await buildProduct(api.db, { name: 'Figgle', iconId: image?.id });
  await api.pool.query('DELETE FROM search_outbox');

  await processImages();

  const { rows } = await api.pool.query('SELECT product_id::text AS id FROM search_outbox');
  expect(rows).toEqual([{ id }]);
});

it('rejects an image during which the site has stopped four times', async () => {
  const imageURL = await createImage(await signedInUser(), await photo());
  await api.db.update(tasks).set({ interruptedCount: 4 });

  await processImages();

  expect(await api.request('GET', imageURL)).toMatchObject({ status: 415 });
});

it('does not process an image that another process has leased until the lease has ended', async () => {
  await createImage(await signedInUser(), await photo());
  const leasedUntil = new Date(testNow.getTime() + 60_000);
  const lease = { isRepeatable: true, pausedGroups: [], now: testNow, leasedUntil };
  expect(await leaseTask(api.db, 'image', lease)).toMatchObject({ kind: 'image', leaseCount: 1 });

  expect(await runNext(imageTasks, api.deps())).toBe(false);
  api.clock.now = new Date(testNow.getTime() + 60_001);
  expect(await runNext(imageTasks, api.deps())).toBe(true);
});

it('processes each image once when four workers run at the same time', async () => {
  const user = await signedInUser();
  for (let count = 0; count < 6; count += 1) await createImage(user, await canvas(20, 20).png().toBuffer());

  const counts = await Promise.all(
    Array.from({ length: 4 }, async () => {
      let done = 0;
      while (await runNext(imageTasks, api.deps())) done += 1;
      return done;
    }),
  );

  expect(counts.reduce((sum, done) => sum + done, 0)).toBe(6);
  expect(await api.db.select().from(images)).toMatchObject(
    Array.from({ length: 6 }, () => ({ status: 'processed', widthPx: 20 })),
  );
});

it('adds an image to a product of its uploader only', async () => {
  const ada = await signedInUser();
  const imageURL = await createImage(ada, await photo());
  const { id } = await submitWithImage(ada, imageURL);

  expect(await findSubmission(ada, id)).toMatchObject({ imageURL });
  const otherSubmission = await submit(await signedInUser(), {
    url: 'https://other.example/',
    iconURL: imageURL,
  });
  expect(otherSubmission).toMatchObject({ status: 400, body: { fields: { iconURL: expect.any(String) } } });
});

it('returns the image URL in lists and in search', async () => {
  const ada = await signedInUser();
  const imageURL = await createImage(ada, await photo());
  const [image] = await api.db.select().from(images);
  await buildProduct(api.db, { name: 'Figgle', iconId: image?.id });

  expect((await api.request('GET', '/api/products')).body).toMatchObject({ products: [{ imageURL }] });
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query: 'figgle' } });
  expect(body).toMatchObject({ hits: [{ imageURL }] });
});

it('shows the published image, and keeps both files, while an edit of the image is in the queue', async () => {
  const ada = await signedInUser();
  const old = await createImage(ada, await canvas(20, 20).png().toBuffer());
  const [image] = await api.db.select().from(images);
  const product = await buildProduct(api.db, { name: 'Figgle', submitterId: ada.id, iconId: image?.id });
  const imageURL = await createImage(ada, await canvas(20, 20).png().toBuffer());
  await processImages();
  const path = `/api/user/private/products/${product.id}`;
  const change = (url: string | null) =>
    api.request('PATCH', path, { headers: ada.headers, body: { iconURL: url } });
  const page = async () => (await api.request('GET', `/api/products/${product.slug}`)).body;

  expect((await change(imageURL)).body).toMatchObject({
    product: { status: 'pending', imageURL, publishedVersion: { imageURL: old } },
  });
  expect(await page()).toMatchObject({ product: { imageURL: old } });
  api.clock.now = new Date(testNow.getTime() + 30 * hourMs);
  await deleteUnusedImages(api.deps());
  for (const url of [old, imageURL]) expect((await api.request('GET', url)).status).toBe(200);

  expect((await change(null)).body).toMatchObject({
    product: { status: 'pending', imageURL: '/api/tiles/Figgle.svg', publishedVersion: { imageURL: old } },
  });
  expect((await change(old)).body).toMatchObject({ product: { status: 'approved', imageURL: old } });
  expect(await page()).toMatchObject({ product: { imageURL: old } });
});

it('deletes unused and replaced uploads with all files after a day', async () => {
  const ada = await signedInUser();
  const [used, unused, replaced, avatar] = [
    await createImage(ada, await canvas(20, 20).png().toBuffer()),
    await createImage(ada, await canvas(20, 20).png().toBuffer()),
    await createImage(ada, await canvas(20, 20).png().toBuffer()),
    await createImage(ada, await canvas(20, 20).png().toBuffer()),
  ];
  await processImages();
  const { id } = await submitWithImage(ada, replaced);
  await api.request('PATCH', `/api/user/private/products/${id}`, {
    headers: ada.headers,
    body: { iconURL: used },
  });
  await api.db.update(users).set({ avatarURL: avatar }).where(eq(users.id, ada.id));
  const statuses = () =>
    Promise.all([used, unused, replaced, avatar].map(async (url) => (await api.request('GET', url)).status));

  api.clock.now = new Date(testNow.getTime() + 24.5 * hourMs);
  await deleteUnusedImages(api.deps());
  expect(await statuses()).toEqual([200, 200, 200, 200]);

  api.clock.now = new Date(testNow.getTime() + 25 * hourMs + 1);
  await deleteUnusedImages(api.deps());
  expect(await statuses()).toEqual([200, 404, 404, 200]);
  for (const url of [unused, replaced]) {
    expect(await api.deps().images.read(`${imageKey(url) ?? ''}/card.avif`)).toBeUndefined();
  }
});

it('does not add an upload to a product after a day', async () => {
  const ada = await signedInUser();
  const imageURL = await createImage(ada, await photo());
  await api.db.update(images).set({ createdAt: new Date(testNow.getTime() - 24 * hourMs) });

  expect(await submit(ada, { screenshotURL: imageURL })).toMatchObject({
    status: 400,
    body: { fields: { screenshotURL: expect.any(String) } },
  });
});

const submit = ({ headers }: SignedInUser, overrides: object) =>
  api.request('POST', '/api/user/private/products', {
    headers,
    body: {
      url: 'https://figgle.example/',
      name: 'Figgle',
      tagline: 'Draw together in the browser',
      tags: ['Design'],
      ...overrides,
    },
  });

async function submitWithImage(user: SignedInUser, iconURL: string): Promise<{ id: string }> {
  expect(await submit(user, { iconURL })).toMatchObject({
    status: 201,
    body: { product: { iconURL, iconSource: 'upload', imageURL: iconURL } },
  });
  const [product] = await api.db.select({ id: products.id }).from(products);
  if (!product) throw new Error('No product was submitted');
  return product;
}

async function findSubmission({ headers }: SignedInUser, id: string): Promise<unknown> {
  const { body } = await api.request('GET', `/api/user/private/products/${id}`, { headers });
  return z.object({ product: z.unknown() }).parse(body).product;
}

it('tries a slow image again after the others, and then rejects it', async () => {
  const ada = await signedInUser();
  const slow = await createImage(ada, await canvas(21, 20).png().toBuffer());
  const quick = await createImage(ada, await canvas(20, 20).png().toBuffer());
  const limitsMs: number[] = [];
  const imageWorkers: Deps['imageWorkers'] = {
    ...api.deps().imageWorkers,
    process: async (bytes, msMax) => {
      if ((await sharp(bytes).metadata()).width === 20) return api.deps().imageWorkers.process(bytes, msMax);
      limitsMs.push(msMax);
      throw new DeadlineError('Slow.');
    },
  };
  const processNext = () => runNext(imageTasks, { ...api.deps(), imageWorkers });
  const statuses = () =>
    Promise.all([slow, quick].map(async (url) => (await api.request('GET', url)).status));

  api.clock.now = new Date(testNow.getTime() + 1);
  await processNext();
  expect(await statuses()).toEqual([423, 423]);
  await processNext();
  expect(await statuses()).toEqual([423, 200]);
  await processNext();
  expect(await statuses()).toEqual([415, 200]);
  expect(limitsMs).toEqual([1_500, 6_000]);
  expect(await processNext()).toBe(false);
});
