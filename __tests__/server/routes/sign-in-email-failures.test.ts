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
  const [bob, stranger] = [await ask('bob@example.com'), await ask('stranger@example.com')];
  expect(bob).toMatchObject({ status: 503, body: { fields: { brake: 'no-email-codes' } } });
  expect(Object(stranger.body)).toEqual({ ...Object(bob.body), requestId: expect.any(String) });
  expect(await codes()).toEqual([]);

  expect(await ask('Ada@example.com')).toMatchObject({ status: 200 });
  expect(await ask('owner@example.com')).toMatchObject({ status: 200 });
  expect(await codes()).toHaveLength(2);
});

describe('a code whose email fails', () => {
  const notSent = "We couldn't send the email. Please check the address, or try again in a minute.";
  const fail = (facts: object) => {
    failure.error = Object.assign(new Error('ECONNREFUSED 10.0.0.1 ada@example.com'), facts);
  };

  it('is said so, without what went wrong, and does not count if the mail server is away', async () => {
    fail({ code: 'ECONNECTION', isBeforeRecipient: true });
    for (let count = 0; count < 7; count += 1) {
      const answer = await ask();
      expect(answer).toMatchObject({ status: 503, body: { message: notSent } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await codes()).toEqual([]);
  });

  it.each([
    ['the recipient is refused', { code: 'EENVELOPE', responseCode: 550 }, 400],
    ['the email may have been sent', { code: 'ENOREPLY', isUncertain: true }, 503],
  ])('counts and is not valid if %s', async (_, facts, status) => {
    fail(facts);
    for (let count = 0; count < 5; count += 1)
      expect(await ask()).toMatchObject({ status, body: { message: notSent } });
    expect(await ask()).toMatchObject({ status: 429 });
    expect(await codes()).toEqual([]);
  });

  it('adds no address to an account', async () => {
    const headers = await api.signIn(await buildUser(api.db));
    fail({ code: 'EENVELOPE', responseCode: 550 });
    const path = '/api/user/private/identities/email';
    const body = { email: 'victim@example.com' };
    expect(await api.request('POST', path, { headers, body })).toMatchObject({ status: 400 });
    expect(await api.request('POST', `${path}/link`, { headers, body: { code: '123456' } })).toMatchObject({
      status: 401,
      body: { message: 'This code is no longer valid. Please ask for another one.' },
    });
  });
});
