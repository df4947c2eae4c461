import { SECOND_MS } from '@/lib/contract/plain/durations';
import { emailTasks } from '@/server/commands/send-mail';
import { identities } from '@/server/db/schema/sign-in-schema';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';
import { runNext } from '../../setup/tasks';

const api = setUpTestApp();
const { signedInUser, buildModerator, createSubmission, editSubmission, approve, reject } =
  setUpModerationCalls(api);

async function withEmail(user: SignedInUser, email: string, isEmailVerified = true) {
  await api.db.insert(identities).values({
    issuer: 'local',
    subject: email,
    userId: user.id,
    provider: 'google.com',
    email,
    isEmailVerified,
  });
  return user;
}

/** What is in the outbox after some seconds. */
async function sentAfter(seconds: number) {
  api.clock.now = new Date(testNow.getTime() + seconds * SECOND_MS);
  api.sent.length = 0;
  while (await runNext(emailTasks, api.deps()));
  return api.sent.map(({ to, subject, text }) => ({ to, subject, text }));
}

it('tells a submitter by email what was decided, once it can no longer be undone', async () => {
  const [ada, moderator] = [await withEmail(await signedInUser(), 'ada@x.example'), await buildModerator()];
  const [listed, refused] = [
    await createSubmission(ada),
    await createSubmission(ada, { url: 'https://other.example/', name: 'Other' }),
  ];
  await approve(moderator.headers, listed.id);
  await reject(moderator.headers, refused.id, '{name} is a poem.');

  expect(await sentAfter(5)).toEqual([]);
  const [yes, no] = await sentAfter(60);
  expect(yes).toMatchObject({ to: 'ada@x.example', subject: 'Figgle is listed on Listgrove' });
  expect(yes?.text).toContain('/tool/figgle');
  expect(no).toMatchObject({ to: 'ada@x.example', subject: 'Other was not accepted' });
  expect(no?.text).toContain('> Other is a poem.');
  expect(no?.text).toContain('/account/profile?status=rejected');

  await editSubmission(ada, listed.id, { name: 'Figgle 2' });
  await approve(moderator.headers, listed.id);
  expect(await sentAfter(120)).toMatchObject([{ subject: 'Your edit of Figgle 2 is published' }]);
});

it('sends nothing about a decision that was undone, to an email that no provider has verified, or to the moderator', async () => {
  const moderator = await withEmail(await buildModerator(), 'mo@x.example');
  const undone = await createSubmission(await withEmail(await signedInUser(), 'ada@x.example'));
  await approve(moderator.headers, undone.id);
  const { headers } = moderator;
  const answer = await api.request('POST', '/api/moderation/undo', { headers, body: { ids: [undone.id] } });
  expect(answer.status).toBe(200);
  const unverified = await withEmail(await signedInUser(), 'eve@x.example', false);
  const others = [
    await createSubmission(unverified, { url: 'https://b.example/', name: 'Other' }),
    await createSubmission(moderator, { url: 'https://c.example/', name: 'Own' }),
  ];
  for (const { id } of others) await reject(headers, id, 'No.');
  expect(await sentAfter(60)).toEqual([]);
});
