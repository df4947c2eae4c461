import * as z from 'zod/mini';
import { findModeratedProductCall } from '@/lib/contract/editing';
import { listVersionsCall } from '@/lib/contract/history';
import { identities } from '@/server/db/schema/sign-in-schema';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpSubmissionCalls, submissionOf, submissionsPath } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';
import { emailsOf } from '../../setup/tasks';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator, signedInUser, createSubmission, approve, advanceClock, ...calls } =
  setUpModerationCalls(api);
const { edit } = setUpSubmissionCalls(api);

type Sender = { headers: Record<string, string> };
const change = ({ headers }: Sender, id: string, seen: string, body: object) =>
  api.request('PATCH', `/api/moderation/products/${id}?seen=${seen}`, { headers, body });
const seenOf = async (id: string) => (await calls.storedProduct(id))?.updatedAt.toISOString() ?? '';
const ownView = async ({ headers }: Sender, id: string) =>
  submissionOf(await api.request('GET', `${submissionsPath}/${id}`, { headers }));
const versionsOf = async ({ headers }: Sender, id: string) =>
  listVersionsCall.answer.parse(
    (await api.request('GET', `/api/moderation/products/${id}/versions`, { headers })).body,
  ).versions;
const actions = async () => (await calls.auditLog()).map(({ action }) => action);

it('changes a pending product, which keeps its place, with one row in the log and a version', async () => {
  const moderator = await buildModerator('mo');
  const ada = await signedInUser({ handle: 'ada' });
  const { id } = await createSubmission(ada);
  advanceClock(10);
  const { id: later } = await createSubmission(ada, { url: 'https://doodle.example/', name: 'Doodle' });
  const before = await calls.listQueue(moderator);
  advanceClock(10);

  const answer = await change(moderator, id, await seenOf(id), {
    tagline: 'Draws diagrams for teams',
    tags: ['Diagrams'],
  });

  expect(answer).toMatchObject({ status: 200, body: { product: { tagline: 'Draws diagrams for teams' } } });
  const after = await calls.listQueue(moderator);
  expect(after.products.map((product) => product.id)).toEqual([id, later]);
  expect(after.products[0]?.waitingSince).toBe(before.products[0]?.waitingSince);
  expect(await calls.storedProduct(id)).toMatchObject({ status: 'pending', approvedAt: null });
  expect(await calls.auditLog()).toMatchObject([
    { action: 'product.edit-pending', subjectId: id, actorHandle: 'mo', details: { parts: 'tagline, tags' } },
  ]);
  expect((await versionsOf(moderator, id))[0]).toMatchObject({
    kind: 'edited',
    memberHandle: 'mo',
    changes: [{ part: 'tagline' }, { part: 'tags', after: 'Diagrams' }],
  });
  expect(await ownView(ada, id)).toMatchObject({ moderatorChanges: ['tagline', 'tags'] });

  await approve(moderator.headers, id);
  expect(await actions()).toEqual(['product.edit-pending', 'product.approve']);
  expect(await calls.tagCounts()).toMatchObject({ diagrams: 1, design: 0 });
});

it('says in the email of the approval what was changed, and forgets it when the submitter edits', async () => {
  const moderator = await buildModerator();
  const ada = await signedInUser();
  await api.db.insert(identities).values({
    ...{ issuer: 'local', subject: 'ada', userId: ada.id, provider: 'google.com' },
    ...{ email: 'ada@x.example', isEmailVerified: true },
  });
  const { id } = await createSubmission(ada);
  await change(moderator, id, await seenOf(id), { name: 'Doodle' });
  await change(moderator, id, await seenOf(id), { tagline: 'Draws diagrams for teams' });
  const { slug } = await ownView(ada, id);
  expect(slug).toBe('doodle');
  await approve(moderator.headers, id);
  const [mail] = await emailsOf(api.db);
  expect(mail?.body).toContain('A moderator changed name and tagline.');

  await edit(ada, id, { tagline: 'Draws diagrams for everyone' });
  expect(await ownView(ada, id)).not.toHaveProperty('moderatorChanges');
});

it('changes the pending edit of a listed product, and leaves what is public alone', async () => {
  const moderator = await buildModerator();
  const ada = await signedInUser();
  const { id } = await createSubmission(ada);
  await approve(moderator.headers, id);
  await edit(ada, id, { name: 'Doodle' });
  const versions = await versionsOf(moderator, id);

  expect((await change(moderator, id, await seenOf(id), { name: 'Doodles' })).status).toBe(200);

  expect(await calls.storedProduct(id)).toMatchObject({ name: 'Figgle', editStatus: 'pending' });
  expect(await ownView(ada, id)).toMatchObject({ name: 'Doodles', moderatorChanges: ['name'] });
  expect(await versionsOf(moderator, id)).toEqual(versions);
  expect((await calls.listQueue(moderator)).products).toMatchObject([{ id, name: 'Doodles' }]);
  await approve(moderator.headers, id);
  expect(await calls.storedProduct(id)).toMatchObject({ name: 'Doodles', slug: 'doodles' });
});

it('changes a listed product at once, also its name and URL, and old links still work', async () => {
  const moderator = await buildModerator('mo');
  const ada = await signedInUser();
  const { id, slug } = await createSubmission(ada);
  await approve(moderator.headers, id);
  const texts = await api.request('GET', `/api/user/private/texts/${id}`, { headers: moderator.headers });
  const { seen } = z.object({ seen: z.string() }).parse(texts.body);

  const answer = await change(moderator, id, seen, { name: 'Doodle', url: 'https://doodle.example/' });

  expect(answer).toMatchObject({ status: 200, body: { product: { slug: 'doodle', status: 'approved' } } });
  expect(await api.request('GET', `/api/products/${slug}`)).toMatchObject({
    status: 404,
    body: { fields: { movedTo: 'doodle' } },
  });
  expect(await calls.searchIds('Doodle')).toEqual([id]);
  expect((await actions()).at(-1)).toBe('product.edit');
  expect((await versionsOf(moderator, id))[0]).toMatchObject({ kind: 'edited', memberHandle: 'mo' });
});

it('refuses when somebody was first, and says who', async () => {
  const [mo, bo] = [await buildModerator('mo'), await buildModerator('bo')];
  const ada = await signedInUser({ handle: 'ada' });
  const { id } = await createSubmission(ada);
  const opened = await seenOf(id);
  advanceClock(3);
  await edit(ada, id, { tagline: 'Draws diagrams for teams' });
  advanceClock(2);

  const second = await change(mo, id, opened, { tagline: 'Draws diagrams for me alone' });
  expect(second).toMatchObject({
    status: 409,
    body: {
      message: "@ada changed Figgle 2 min ago. Your changes aren't saved: look at what it says now first.",
    },
  });
  const reopened = await seenOf(id);
  await change(bo, id, reopened, { name: 'Doodle' });
  const third = await change(mo, id, reopened, { tagline: 'Draws diagrams for me alone' });
  expect(third.status).toBe(409);
  expect(third.body).toMatchObject({ message: expect.stringMatching(/ changed Doodle just now\./) });
  expect(await calls.storedProduct(id)).toMatchObject({ tagline: 'Draws diagrams for teams' });
  expect(await actions()).toEqual(['product.edit-pending']);
});

it('says that the submitter has changed an edit that waits', async () => {
  const [mo, ada] = [await buildModerator('mo'), await signedInUser({ handle: 'ada' })];
  const { id } = await createSubmission(ada);
  await approve(mo.headers, id);
  advanceClock(1);
  await edit(ada, id, { name: 'Doodle' });
  const opened = await seenOf(id);
  advanceClock(3);
  await edit(ada, id, { name: 'Doodles' });
  advanceClock(2);

  expect((await change(mo, id, opened, { tagline: 'Draws diagrams for teams' })).body).toMatchObject({
    message: expect.stringMatching(/^The submitter changed \w+ 2 min ago\./),
  });
});

it('gives a form the latest version after a conflict', async () => {
  const [mo, ada] = [await buildModerator('mo'), await signedInUser()];
  const { id } = await createSubmission(ada);
  const opened = await seenOf(id);
  advanceClock(3);
  await edit(ada, id, { tagline: 'Draws diagrams for teams' });
  expect((await change(mo, id, opened, { name: 'Doodle' })).status).toBe(409);

  const path = `/api/moderation/products/${id}`;
  expect((await api.request('GET', path, { headers: ada.headers })).status).toBe(403);
  const { body } = await api.request('GET', path, { headers: mo.headers });
  const { product } = findModeratedProductCall.answer.parse(body);
  expect(product).toMatchObject({ name: 'Figgle', tagline: 'Draws diagrams for teams', status: 'pending' });
  expect((await change(mo, id, product.updatedAt, { name: 'Doodle' })).status).toBe(200);
  expect(await calls.storedProduct(id)).toMatchObject({
    name: 'Doodle',
    tagline: 'Draws diagrams for teams',
  });
});

it('applies one of two edits that arrive at the same time', async () => {
  const [mo, bo] = [await buildModerator(), await buildModerator()];
  const { id } = await createSubmission(await signedInUser());
  const opened = await seenOf(id);
  advanceClock(1);

  const answers = await Promise.all([
    change(mo, id, opened, { name: 'Doodle' }),
    change(bo, id, opened, { name: 'Scribble' }),
  ]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await actions()).toEqual(['product.edit-pending']);
});

it('refuses no change, a taken URL, rejected products and everyone but moderators', async () => {
  const moderator = await buildModerator();
  const ada = await signedInUser();
  const { id } = await createSubmission(ada);
  await createSubmission(ada, { url: 'https://doodle.example/', name: 'Doodle' });
  const seen = await seenOf(id);
  expect((await change(ada, id, seen, { name: 'Doodle' })).status).toBe(403);
  expect((await change(moderator, id, seen, { name: 'Figgle' })).status).toBe(400);
  expect((await change(moderator, id, seen, {})).status).toBe(400);
  expect(await change(moderator, id, seen, { url: 'http://doodle.example' })).toMatchObject({
    status: 409,
    body: { fields: { url: expect.stringContaining('Doodle has already been submitted') } },
  });
  expect((await change(moderator, '999999', seen, { name: 'Doodle' })).status).toBe(404);
  await calls.reject(moderator.headers, id, 'A poem.');
  expect((await change(moderator, id, await seenOf(id), { name: 'Doodle' })).status).toBe(409);
  expect(await calls.storedProduct(id)).toMatchObject({ name: 'Figgle', status: 'rejected' });
});
