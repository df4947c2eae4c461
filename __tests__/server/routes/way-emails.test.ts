import { emailTasks } from '@/server/commands/send-mail';
import type { ServerEnv } from '@/server/config/env';
import { buildIdentity } from '../../setup/build';
import { emailIdentityCalls } from '../../setup/email-identities';
import { passkeyCalls } from '../../setup/passkeys';
import { buildSignedInUser } from '../../setup/signed-in-user';
import { runNext } from '../../setup/tasks';
import { setUpTestApp } from '../../setup/test-app';

const settings: { env: Partial<ServerEnv> } = { env: {} };
const api = setUpTestApp(() => ({ signsInByPasskey: true, signsInByEmail: true, ...settings.env }));
const { add, idOf, remove } = passkeyCalls(api);
const { ask, enter, unlink } = emailIdentityCalls(api);
beforeEach(() => {
  settings.env = {};
});

async function buildMember() {
  const member = await buildSignedInUser(api);
  const verified = { isEmailVerified: true };
  await buildIdentity(api.db, member, { ...verified, email: 'ada@example.com' });
  await buildIdentity(api.db, member, { ...verified, email: 'Ada@Example.com' });
  await buildIdentity(api.db, member, { email: 'unverified@example.com' });
  return member;
}

/** The emails that wait, without the codes. */
async function sent() {
  api.sent.length = 0;
  while (await runNext(emailTasks, api.deps()));
  return api.sent.map(({ to, subject, text }) => ({ to, subject, text: text.split('\n\n')[0] }));
}

it('tells every verified email of the account when an address is added and removed, but the new one', async () => {
  const { headers } = await buildMember();
  await ask(headers, 'lab@example.com');
  expect(await enter(headers)).toMatchObject({ status: 200 });
  expect(await sent()).toEqual([
    {
      to: expect.stringMatching(/^ada@example\.com$/i),
      subject: 'Your account on Listgrove has another way to sign in',
      text: 'You can now sign in to your account on Listgrove with a code that we send to lab@example.com.',
    },
  ]);
  expect(api.sent[0]?.text).toMatch(
    /\n\nIf it wasn't you, .* sessions: http:\/\/localhost:3000\/account\/settings\n\n/,
  );

  // Nothing has changed.
  await ask(headers, 'lab@example.com');
  expect(await enter(headers)).toMatchObject({ status: 200 });
  expect(await unlink(headers, 'nothing@example.com')).toMatchObject({ status: 404 });
  expect(await sent()).toEqual([]);

  expect(await unlink(headers, 'lab@example.com')).toMatchObject({ status: 200 });
  const emails = await sent();
  expect(emails.map(({ to }) => to.toLowerCase()).toSorted()).toEqual(['ada@example.com', 'lab@example.com']);
  expect(emails[0]).toMatchObject({
    subject: 'A way to sign in to your account on Listgrove was removed',
    text: 'Codes to lab@example.com no longer sign in to your account on Listgrove.',
  });
});

it('tells when a passkey is added and removed', async () => {
  const { headers } = await buildMember();
  await add(headers, { name: 'Blue key' });
  expect((await sent()).map(({ text }) => text)).toEqual([
    'You can now sign in to your account on Listgrove with the passkey “Blue key”.',
  ]);
  await remove(headers, await idOf(headers));
  expect((await sent()).map(({ text }) => text)).toEqual([
    'The passkey “Blue key” no longer signs in to your account on Listgrove.',
  ]);
});

it('sends nothing on a site without emails', async () => {
  const { headers } = await buildMember();
  settings.env = { appEnv: 'production', smtp: undefined };
  await add(headers);
  settings.env = {};
  expect(await sent()).toEqual([]);
});
