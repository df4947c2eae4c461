import { productEdits } from '@/server/db/schema';
import { moderatorChanges } from '@/server/db/schema/edit-schema';
import { queueEntries } from '@/server/db/schema/moderation-schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import type { SignedInUser } from '../../setup/signed-in-user';
import { draft, setUpSubmissionCalls, submissionOf, submissionsPath } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';
import { verifyOwner } from '../../setup/verified-owner';
import { tasks } from '@/server/db/schema/task-schema';
import { emailsOf } from '../../setup/tasks';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { rateLimits: noRateLimits, fetchPage: web.fetchPage });
const { buildModerator, signedInUser, createSubmission, approve, reject } = setUpModerationCalls(api);
const { edit } = setUpSubmissionCalls(api);

/** A listed product of Ada. Bob is the verified owner of its site. */
async function buildOwned() {
  const moderator = await buildModerator('mo');
  const [ada, bob] = [await signedInUser({ handle: 'ada' }), await signedInUser({ handle: 'bob' })];
  const { id } = await createSubmission(ada);
  await approve(moderator.headers, id);
  await verifyOwner(api, web, { owner: bob, id, url: draft.url });
  return { moderator, ada, bob, id };
}

type Sender = Pick<SignedInUser, 'headers'>;
const appeal = ({ headers }: Sender, productId: string, text: string) =>
  api.request('POST', '/api/user/private/appeals', { headers, body: { productId, text } });
const open = ({ headers }: Sender, id: string) => api.request('GET', `${submissionsPath}/${id}`, { headers });
function lettersOf(answer: { body: unknown }) {
  const { rejectionReason, answer: answered, moderatorChanges: parts } = submissionOf(answer);
  return { rejectionReason, answer: answered?.text, parts };
}

it('shows a verified owner neither rejection reasons nor answers of the submitter', async () => {
  const { moderator, ada, bob, id } = await buildOwned();
  await edit(ada, id, { name: 'Doodle' });
  await reject(moderator.headers, id, 'Private reason for ada');
  expect((await appeal(ada, id, 'Private answer of ada')).status).toBe(201);
  await api.db.insert(moderatorChanges).values({ productId: id, parts: ['tagline'] });

  const forOwner = await open(bob, id);
  expect(forOwner.status).toBe(200);
  expect(forOwner.text).not.toContain('Private');
  expect(lettersOf(forOwner)).toEqual({});
  const letters = {
    ...{ rejectionReason: 'Private reason for ada', answer: 'Private answer of ada', parts: ['tagline'] },
  };
  expect(lettersOf(await open(ada, id))).toEqual(letters);
  expect(lettersOf(await open(moderator, id))).toEqual(letters);
});

it('charges a verified owner, not the submitter, with the rejected edit of the owner', async () => {
  const { moderator, ada, bob, id } = await buildOwned();
  for (const { id: userId } of [ada, bob]) {
    const email = `${userId}@x.example`;
    await api.db.insert(identities).values({
      ...{ issuer: 'local', subject: email, userId, provider: 'google.com', email, isEmailVerified: true },
    });
  }
  expect((await edit(bob, id, { name: 'Bob name' })).status).toBe(200);
  expect(await api.db.select().from(queueEntries)).toMatchObject([{ submitterId: bob.id }]);
  await reject(moderator.headers, id, 'Reason for bob');

  const rejectedOf = async () => [
    (await api.db.execute('SELECT user_id::text FROM rejection_times')).rows,
    (await api.db.execute('SELECT user_id::text FROM member_rejections WHERE rejection_count > 0')).rows,
  ];
  expect(await rejectedOf()).toEqual([[{ user_id: bob.id }], [{ user_id: bob.id }]]);
  expect(await emailsOf(api.db)).toMatchObject([
    {
      ...{ email: `${bob.id}@x.example`, subject: 'Your edit of Bob name was not accepted' },
      body: expect.stringContaining(`/account/submit?id=${id}`),
    },
  ]);
  expect(lettersOf(await open(bob, id))).toMatchObject({ rejectionReason: 'Reason for bob' });
  expect((await open(ada, id)).text).not.toContain('Reason for bob');
  expect((await appeal(ada, id, 'It was not me.')).status).toBe(404);

  const undo = { headers: moderator.headers, body: { ids: [id] } };
  expect((await api.request('POST', '/api/moderation/undo', undo)).status).toBe(200);
  expect(await rejectedOf()).toEqual([[], []]);
  await approve(moderator.headers, id);
  await api.request('POST', '/api/moderation/undo', undo);
  await reject(moderator.headers, id, 'Reason for bob');
  expect(await rejectedOf()).toEqual([[{ user_id: bob.id }], [{ user_id: bob.id }]]);
  expect((await appeal(bob, id, 'The name is right.')).status).toBe(201);
  expect(lettersOf(await open(bob, id))).toMatchObject({ answer: 'The name is right.' });
  expect((await open(ada, id)).text).not.toContain('The name is right.');
});

const storedEdits = () => api.db.select().from(productEdits);

it.each([
  ['ada', 'bob', 'The submitter'],
  ['bob', 'ada', 'A verified owner'],
] as const)(
  'keeps the waiting edit of %s, and refuses that of %s with what waits',
  async (one, other, author) => {
    const { moderator, id, ...members } = await buildOwned();
    const [first, second] = [members[one], members[other]];
    await edit(first, id, { name: 'First name', tagline: 'First tagline' });
    const kept = await storedEdits();
    const refused = {
      status: 409,
      body: { message: expect.stringContaining('name “First name”, tagline “First tagline”') },
    };
    for (const changes of [{ name: 'Second name' }, { tagline: 'Second tagline' }]) {
      const answer = await edit(second, id, changes);
      expect(answer).toMatchObject(refused);
      expect(answer.text).toContain(`${author} has edited this tool`);
    }
    expect(await storedEdits()).toEqual(kept);

    await reject(moderator.headers, id, 'No such name.');
    expect((await appeal(first, id, 'It is the name.')).status).toBe(201);
    expect((await edit(second, id, { name: 'Second name' })).status).toBe(409);
    expect(await storedEdits()).toMatchObject([{ name: 'First name' }]);
  },
);

it('takes nothing of a rejected edit into that of somebody else', async () => {
  const { moderator, ada, bob, id } = await buildOwned();
  await edit(ada, id, { name: 'Doodle', tagline: 'Words of ada' });
  await reject(moderator.headers, id, 'No such name.');
  expect((await edit(bob, id, { name: 'Bob name' })).status).toBe(200);
  expect(await storedEdits()).toMatchObject([
    { name: 'Bob name', tagline: draft.tagline, editorId: bob.id, rejectionReason: null },
  ]);
});

it.each([
  [
    'the submitter changes the tagline',
    (ada: SignedInUser, _: Sender, id: string) => edit(ada, id, { tagline: 'Other words of ada' }),
  ],
  [
    'the submitter sends another name',
    (ada: SignedInUser, _: Sender, id: string) => edit(ada, id, { name: 'Ada name' }),
  ],
  [
    'a moderator discontinues the product',
    (_: SignedInUser, { headers }: Sender, id: string) =>
      api.request('PUT', `/api/moderation/products/${id}/discontinuation`, {
        headers,
        body: { discontinuedOn: '2026-05-01', reason: 'It ended.', successorIds: [] },
      }),
  ],
])('tells a verified owner that the rejected edit is gone when %s', async (_, change) => {
  const { moderator, ada, bob, id } = await buildOwned();
  const email = 'bob@x.example';
  await api.db.insert(identities).values({
    ...{
      issuer: 'local',
      subject: email,
      userId: bob.id,
      provider: 'google.com',
      email,
      isEmailVerified: true,
    },
  });
  await edit(bob, id, { name: 'Bob name' });
  await reject(moderator.headers, id, 'No such name.');
  await api.db.delete(tasks);

  expect((await change(ada, moderator, id)).status).toBe(200);
  expect(await emailsOf(api.db)).toMatchObject([{ email, subject: 'Your rejected edit of Figgle is gone' }]);
});
