import { eq } from 'drizzle-orm';
import { users } from '@/server/db/schema';
import { identities } from '@/server/db/schema/sign-in-schema';
import { buildSignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({ signsInByEmail: true });

/** Signs in with a code by email. */
async function signIn(email: string) {
  const { headers } = await api.request('POST', '/api/user/login/email', { body: { email } });
  const cookie = headers.getSetCookie().join().split(';', 1).join('');
  const code = /\d{6}/.exec(api.sent.at(-1)?.text ?? '')?.[0];
  return api.request('POST', '/api/user/login/from-email', { body: { code }, headers: { cookie } });
}

it('knows a banned member by the inbox again, however its address is spelled', async () => {
  const moderator = await buildSignedInUser(api, { role: 'moderator' });
  const banned = async () => {
    const rows = await api.db
      .select({ subject: identities.subject, bannedAt: users.bannedAt })
      .from(identities)
      .innerJoin(users, eq(users.id, identities.userId));
    return rows.flatMap(({ subject, bannedAt }) => (bannedAt ? [subject] : [])).toSorted();
  };
  for (const email of ['ada.l@gmail.com', 'bob@example.com']) {
    await signIn(email);
    const [row] = await api.db.select().from(identities).where(eq(identities.subject, email));
    const path = `/api/moderation/users/${row?.userId}/ban`;
    const { headers } = moderator;
    const answer = await api.request('POST', path, { headers, body: { reason: 'Spam.' } });
    expect(answer).toMatchObject({ status: 200 });
  }
  for (const email of ['a.d.a.l+1@googlemail.com', 'bob+news@example.com', 'b.ob@example.com'])
    expect(await signIn(email)).toMatchObject({ status: 200 });
  expect(await banned()).toEqual([
    ...['a.d.a.l+1@googlemail.com', 'ada.l@gmail.com', 'bob+news@example.com', 'bob@example.com'],
  ]);
});
