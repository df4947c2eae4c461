import { sql } from 'drizzle-orm';
import { deleteAccountsHourly } from '@/server/jobs/delete-accounts';
import { purgeExpiredHourly } from '@/server/jobs/purge-expired';
import { localSignInCodes, sessions, signInAttempts, spentIdTokens, users } from '@/server/db/schema';
import { buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const dayMs = 24 * 60 * 60 * 1000;
const after = (ms: number) => new Date(testNow.getTime() + ms);
const { signal } = new AbortController();

it('deletes the accounts that are due, and leaves the others', async () => {
  await buildUser(api.db, { handle: 'due', deletionRequestedAt: after(-14 * dayMs) });
  await buildUser(api.db, { handle: 'leaving', deletionRequestedAt: after(-14 * dayMs + 1) });
  await buildUser(api.db, { handle: 'staying' });

  await deleteAccountsHourly.run(api.deps(), signal);

  const handles = (await api.db.select().from(users)).map(({ handle }) => handle);
  expect(handles.sort()).toEqual(['former-member', 'leaving', 'staying']);
});

it('forgets sign-ins, counters and sessions once they have served their purpose', async () => {
  const user = await buildUser(api.db);
  const hash = (name: string) => Buffer.from(name);
  for (const [name, expiresAt] of [
    ['past', after(-1)],
    ['future', after(1)],
  ] as const) {
    const code = { provider: 'google.com', codeChallenge: '', account: name, expiresAt } as const;
    await api.db.insert(localSignInCodes).values({ ...code, codeHash: hash(name) });
    await api.db.insert(spentIdTokens).values({ tokenHash: hash(name), expiresAt });
    await api.db.insert(signInAttempts).values({
      stateHash: hash(name),
      browserHash: hash(name),
      provider: 'google.com',
      verifier: '',
      destination: '/',
      expiresAt,
    });
    await api.db.execute(
      sql`INSERT INTO rate_limits (key, points, expire) VALUES (${name}, 1, ${expiresAt.getTime()})`,
    );
  }
  const session = (name: string, revokedAt: Date | null, expiresAt: Date) =>
    api.db
      .insert(sessions)
      .values({ userId: user.id, secretHash: hash(name), userAgent: name, expiresAt, revokedAt });
  await session('open', null, after(dayMs));
  await session('just over', null, after(-dayMs));
  await session('just ended', after(-dayMs), after(dayMs));
  await session('long over', null, after(-31 * dayMs));
  await session('long ended', after(-31 * dayMs), after(dayMs));

  await purgeExpiredHourly.run(api.deps(), signal);

  expect((await api.db.select().from(localSignInCodes)).map(({ account }) => account)).toEqual(['future']);
  expect(await api.db.select().from(spentIdTokens)).toHaveLength(1);
  expect(await api.db.select().from(signInAttempts)).toHaveLength(1);
  expect((await api.db.execute(sql`SELECT key FROM rate_limits`)).rows).toEqual([{ key: 'future' }]);
  expect((await api.db.select().from(sessions)).map(({ userAgent }) => userAgent).sort()).toEqual([
    'just ended',
    'just over',
    'open',
  ]);
});
