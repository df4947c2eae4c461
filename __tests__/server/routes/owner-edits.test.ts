import { moderatorChanges } from '@/server/db/schema/edit-schema';
import { setUpFakeWeb } from '../../setup/fake-web';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import type { SignedInUser } from '../../setup/signed-in-user';
import { draft, setUpSubmissionCalls, submissionOf, submissionsPath } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';
import { verifyOwner } from '../../setup/verified-owner';

const web = setUpFakeWeb();
const api = setUpTestApp({}, { rateLimits: noRateLimits, fetchPage: web.fetchPage });
const { buildModerator, signedInUser, createSubmission, approve, reject } = setUpModerationCalls(api);
const { edit } = setUpSubmissionCalls(api);

/** A listed product of Ada's, whose site Bob has proved to own. */
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

it('tells a verified owner nothing of what moderators and the submitter write to each other', async () => {
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
