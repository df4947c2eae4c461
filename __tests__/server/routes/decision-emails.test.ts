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
  const why = 'You get this email because you submitted this tool to Listgrove.';
  const page = expect.stringMatching(/^http.*\/tool\/figgle$/);
  expect(yes?.text.split('\n\n')).toEqual(['Figgle is listed on Listgrove now:', page, why]);
  expect(no).toMatchObject({ to: 'ada@x.example', subject: 'Other was not accepted' });
  expect(no?.text.split('\n\n')).toEqual([
    'A moderator of Listgrove has not accepted Other. The reason:',
    '> Other is a poem.',
    expect.stringMatching(
      /^You can change it and submit it again, or answer the moderators once: http.*\/account\/profile\?status=rejected$/,
    ),
    why,
  ]);

  await editSubmission(ada, listed.id, { name: 'Figgle 2' });
  await approve(moderator.headers, listed.id);
  const [published] = await sentAfter(120);
  expect(published?.subject).toBe('Your edit of Figgle 2 is published');
  expect(published?.text.split('\n\n')).toEqual([
    'Your edit of Figgle 2 is published:',
    expect.stringMatching(/\/tool\/figgle-2$/),
    why,
  ]);

  await editSubmission(ada, listed.id, { name: 'Figgle 3' });
  await reject(moderator.headers, listed.id, 'It is no tool.');
  const [unchanged] = await sentAfter(240);
  expect(unchanged?.subject).toBe('Your edit of Figgle 3 was not accepted');
  expect(unchanged?.text.split('\n\n').slice(0, 3)).toEqual([
    'A moderator of Listgrove has not accepted your edit of Figgle 3. The reason:',
    '> It is no tool.',
    expect.stringMatching(/^What was listed before stays listed: http.*\/tool\/figgle-2$/),
  ]);
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
