import { signInCodes } from '@/server/db/schema/sign-in-schema';
import { upsertBrake } from '@/server/queries/brakes';
import { buildIdentity, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const failure: { error: Error | undefined } = { error: undefined };
const api = setUpTestApp(
  { signsInByEmail: true, adminEmails: ['owner@example.com'] },
  { mail: { send: () => (failure.error ? Promise.reject(failure.error) : Promise.resolve()) } },
);
beforeEach(() => {
  failure.error = undefined;
});

const ask = (email = 'ada@example.com') => api.request('POST', '/api/user/login/email', { body: { email } });
const codes = () => api.db.select({ email: signInCodes.email }).from(signInCodes);

it('sends codes to admins alone while moderators have stopped this way, by their role or address', async () => {
  for (const name of ['ada', 'bob']) {
    const subject = `${name}@example.com`;
    const user = await buildUser(api.db, { name, role: name === 'ada' ? 'admin' : 'moderator' });
    await buildIdentity(api.db, user, { issuer: 'email', provider: 'email', subject, email: subject });
  }
  await upsertBrake(api.db, { name: 'no-email-codes', note: '', createdAt: testNow });
  const [bob, nobody] = [await ask('bob@example.com'), await ask('nobody@example.com')];
  expect(bob).toMatchObject({ status: 503, body: { fields: { brake: 'no-email-codes' } } });
  expect(Object(nobody.body)).toEqual({ ...Object(bob.body), requestId: expect.any(String) });
  expect(await codes()).toEqual([]);

  expect(await ask('Ada@example.com')).toMatchObject({ status: 200 });
  expect(await ask('owner@example.com')).toMatchObject({ status: 200 });
  expect(await codes()).toHaveLength(2);
});
