import { moderationContext, currentPage } from '@/lib/contract/moderation-queue';
import { png } from '../../setup/icon-files';
import { setUpFakeWeb } from '../../setup/fake-web';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const IMAGE = /\/images\/[\w-]+$/;

const web = setUpFakeWeb();
const api = setUpTestApp({}, { fetchPage: web.fetchPage });
const { signedInUser, buildModerator, createSubmission, reject } = setUpModerationCalls(api);

it("shows the submitter's record, similar names and the same site and texts", async () => {
  const grace = await buildModerator();
  const ada = await signedInUser();
  await buildProduct(api.db, { name: 'Figgles', submitterId: ada.id });
  const refused = await createSubmission(ada, { url: 'https://no.example/', name: 'Refused' });
  await reject(grace.headers, refused.id, 'No.');
  const { id } = await createSubmission(ada);
  const twin = await createSubmission(await signedInUser(), {
    url: 'https://b.figgle.example/',
    name: 'Twin',
  });

  const get = (path: string) => api.request('GET', `/api/moderation/products/${path}`, grace);
  expect(moderationContext.parse((await get(`${id}/context`)).body)).toMatchObject({
    record: { approved: 1, pending: 1, rejected: 1, memberSince: ada.createdAt.toISOString() },
    similar: [{ name: 'Figgles' }],
    related: [{ id: twin.id }],
  });
  expect((await get('999/context')).status).toBe(404);
});

it('says what the page says now, reads it once, and says why a page cannot be read', async () => {
  const grace = await buildModerator();
  let reads = 0;
  web.serve('figgle.example/', (_, res) => {
    reads += 1;
    res.writeHead(200, { 'content-type': 'text/html' }).end(
      `<title>Parked</title><meta name="description" content="Buy this domain">
         <link rel="apple-touch-icon" href="/touch.png"><meta property="og:image" content="/shot.png">`,
    );
  });
  const [icon, shot] = await Promise.all([png(180, 'red'), png(640, 'green')]);
  web.serve('figgle.example/touch.png', (_, res) => res.end(icon));
  web.serve('figgle.example/shot.png', (_, res) => res.end(shot));
  const { id } = await createSubmission(await signedInUser());
  const readPage = async (of: string) =>
    currentPage.parse((await api.request('GET', `/api/moderation/products/${of}/page`, grace)).body);

  for (let count = 0; count < 2; count += 1) {
    expect(await readPage(id)).toEqual({
      ...{ url: 'https://figgle.example/', title: 'Parked', description: 'Buy this domain' },
      ...{ iconURL: expect.stringMatching(IMAGE), screenshotURL: expect.stringMatching(IMAGE) },
      readAt: testNow.toISOString(),
    });
  }
  expect(reads).toBe(1);
  web.serve('plain.example/', '<title>Plain</title><meta property="og:image" content="/none.png">');
  const plain = await createSubmission(await signedInUser(), {
    url: 'https://plain.example/',
    name: 'Plain',
  });
  expect(await readPage(plain.id)).toEqual({
    ...{ url: 'https://plain.example/', title: 'Plain', description: '' },
    readAt: testNow.toISOString(),
  });
  const lost = await createSubmission(await signedInUser(), { url: 'https://lost.example/', name: 'Lost' });
  expect((await readPage(lost.id)).problem).toEqual(expect.any(String));
});
