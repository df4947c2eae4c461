import * as z from 'zod/mini';
import { listVersionsCall } from '@/lib/contract/history';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTagCalls, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const { runJob, disagreements, change, tagsOf } = setUpTagCalls(api);
const { buildModerator, signedInUser, createSubmission, editSubmission, approve, ...calls } =
  setUpModerationCalls(api);

const seenOf = async (id: string) => (await calls.storedProduct(id))?.updatedAt.toISOString() ?? '';
const changeAsModerator = async ({ headers }: Pick<SignedInUser, 'headers'>, id: string, body: object) =>
  (await api.request('PATCH', `/api/moderation/products/${id}?seen=${await seenOf(id)}`, { headers, body }))
    .status;
const tagsById = async (id: string) => tagsOf((await calls.storedProduct(id))?.slug ?? '');

/** A submission whose tag “Spam” is hidden. */
async function buildHidden() {
  const [moderator, ada, bob] = [await buildModerator('mo'), await signedInUser(), await signedInUser()];
  const { id } = await createSubmission(ada, { tags: ['Web', 'Spam'] });
  expect((await change(moderator.headers, 'spam', ['PUT', 'hidden'])).status).toBe(200);
  return { moderator, ada, bob, id };
}

/** Expects these tags on the page, the hidden tag in the database, counts that agree, and the tag back when it is shown again. */
async function expectHiddenSpam({ headers }: Pick<SignedInUser, 'headers'>, id: string, shown: string[]) {
  const slug = (await calls.storedProduct(id))?.slug ?? '';
  const tagsSeen = async () => {
    const { body } = await api.request('GET', `/api/products/${slug}`);
    const { tags } = z
      .object({ product: z.object({ tags: z.array(z.object({ slug: z.string() })) }) })
      .parse(body).product;
    return tags.map((tag) => tag.slug);
  };
  expect(await tagsSeen()).toEqual(shown);
  expect((await tagsById(id))?.toSorted()).toEqual([...shown, 'spam'].toSorted());
  await runJob();
  expect(await disagreements()).toEqual([]);
  expect((await change(headers, 'spam', ['DELETE', 'hidden'])).status).toBe(200);
  expect((await tagsSeen()).toSorted()).toEqual([...shown, 'spam'].toSorted());
  await runJob();
  expect(await disagreements()).toEqual([]);
}

it('stays attached when an edit of the tags is approved, also when the moderator changes it before', async () => {
  const { moderator, ada, id } = await buildHidden();
  await approve(moderator.headers, id);
  await editSubmission(ada, id, { name: 'Doodle', tags: ['Design', 'Web'] });
  expect(await changeAsModerator(moderator, id, { tags: ['Drawing', 'Web'] })).toBe(200);

  expect((await approve(moderator.headers, id)).status).toBe(200);

  await expectHiddenSpam(moderator, id, ['drawing', 'web']);
});

it('stays attached when the approval of an edit is undone', async () => {
  const { moderator, ada, id } = await buildHidden();
  await approve(moderator.headers, id);
  await editSubmission(ada, id, { name: 'Doodle', tags: ['Design'] });
  await approve(moderator.headers, id);
  const undone = await api.request('POST', '/api/moderation/undo', {
    ...{ headers: moderator.headers, body: { ids: [id] } },
  });
  expect(undone.status).toBe(200);

  await expectHiddenSpam(moderator, id, ['web']);
});

it('stays attached when a moderator changes the tags in the queue, or of a listed product', async () => {
  const { moderator, id } = await buildHidden();
  expect(await changeAsModerator(moderator, id, { tags: ['Design'] })).toBe(200);
  await approve(moderator.headers, id);
  calls.advanceClock(1);
  expect(await changeAsModerator(moderator, id, { tags: ['Drawing', 'Design'] })).toBe(200);

  await expectHiddenSpam(moderator, id, ['drawing', 'design']);
});

it('stays attached when a suggestion of other tags is accepted', async () => {
  const { moderator, bob, id } = await buildHidden();
  await approve(moderator.headers, id);
  const suggested = await api.request('POST', `/api/user/private/products/${id}/suggestions`, {
    ...{ headers: bob.headers, body: { seen: await seenOf(id), changes: { tags: ['Drawing'] } } },
  });
  const suggestion = z.object({ id: z.string() }).parse(suggested.body).id;
  const accepted = await api.request('POST', `/api/moderation/suggestions/${suggestion}/accept`, moderator);
  expect(accepted.status).toBe(200);

  await expectHiddenSpam(moderator, id, ['drawing']);
});

it('stays attached when an earlier version comes back', async () => {
  const { moderator, ada, id } = await buildHidden();
  await approve(moderator.headers, id);
  await editSubmission(ada, id, { tags: ['Design'] });
  const { body } = await api.request('GET', `/api/moderation/products/${id}/versions`, moderator);
  const first = listVersionsCall.answer.parse(body).versions.at(-1)?.id ?? '';
  const reverted = await api.request('POST', `/api/moderation/versions/${first}/revert`, moderator);
  expect(reverted.status).toBe(200);

  await expectHiddenSpam(moderator, id, ['web']);
});

it('does not count as changed when a moderator sends the visible tags', async () => {
  const { moderator, id } = await buildHidden();
  expect(await changeAsModerator(moderator, id, { tags: ['Web'] })).toBe(400);
  expect(await changeAsModerator(moderator, id, { tagline: 'Draws diagrams quickly', tags: ['Web'] })).toBe(
    200,
  );
  expect((await calls.auditLog()).at(-1)?.details).toMatchObject({ parts: 'tagline' });
});
