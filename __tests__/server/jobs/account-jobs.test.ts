import { sql } from 'drizzle-orm';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { deleteAccountsHourly } from '@/server/jobs/account-jobs';
import { JOBS, purgeExpiredHourly } from '@/server/jobs/jobs';
import { users } from '@/server/db/schema';
import {
  localSignInCodes,
  passkeyChallenges,
  sessions,
  signInAttempts,
  spentIdTokens,
} from '@/server/db/schema/sign-in-schema';
import { buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const after = (ms: number) => new Date(testNow.getTime() + ms);
const { signal } = new AbortController();

it('deletes the accounts that are due, and no others', async () => {
  await buildUser(api.db, { handle: 'due', deletionRequestedAt: after(-14 * DAY_MS) });
  await buildUser(api.db, { handle: 'leaving', deletionRequestedAt: after(-14 * DAY_MS + 1) });
  await buildUser(api.db, { handle: 'staying' });

  await deleteAccountsHourly.run(api.deps(), signal);

  const handles = (await api.db.select().from(users)).map(({ handle }) => handle);
  expect(handles.sort()).toEqual(['former-member', 'leaving', 'staying']);
});

it('deletes sign-ins, rate limits and sessions once they have expired', async () => {
  const user = await buildUser(api.db);
  const hash = (name: string) => Buffer.from(name);
  for (const [name, expiresAt] of [
    ['past', after(-1)],
    ['future', after(1)],
  ] as const) {
    const code = { provider: 'google.com', codeChallenge: '', account: name, expiresAt } as const;
    await api.db.insert(localSignInCodes).values({ ...code, codeHash: hash(name) });
    await api.db.insert(passkeyChallenges).values({ browserHash: hash(name), challenge: name, expiresAt });
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
  await session('open', null, after(DAY_MS));
  await session('just over', null, after(-DAY_MS));
  await session('just ended', after(-DAY_MS), after(DAY_MS));
  await session('over for 30 days', null, after(-30 * DAY_MS));
  await session('long over', null, after(-30 * DAY_MS - 1));
  await session('long ended', after(-30 * DAY_MS - 1), after(DAY_MS));

  await purgeExpiredHourly.run(api.deps(), signal);

  expect((await api.db.select().from(localSignInCodes)).map(({ account }) => account)).toEqual(['future']);
  expect((await api.db.select().from(passkeyChallenges)).map(({ challenge }) => challenge)).toEqual([
    'future',
  ]);
  expect(await api.db.select().from(spentIdTokens)).toHaveLength(1);
  expect(await api.db.select().from(signInAttempts)).toHaveLength(1);
  expect((await api.db.execute(sql`SELECT key FROM rate_limits`)).rows).toEqual([{ key: 'future' }]);
  expect((await api.db.select().from(sessions)).map(({ userAgent }) => userAgent).sort()).toEqual([
    'just ended',
    'just over',
    'open',
    'over for 30 days',
  ]);
});

it('keeps for ten minutes what has changed, for the caches of other processes', async () => {
  await api.db.execute(sql`DELETE FROM public_changes`);
  for (const createdAt of [after(-10 * MINUTE_MS - 1), after(-10 * MINUTE_MS), after(0)]) {
    const time = createdAt.toISOString();
    await api.db.execute(sql`INSERT INTO public_changes (kind, created_at) VALUES ('tags', ${time})`);
  }

  await JOBS.find(({ name }) => name === 'forget-public-changes')?.run(api.deps(), signal);

  const { rows } = await api.db.execute(sql`SELECT created_at FROM public_changes ORDER BY created_at`);
  expect(rows).toHaveLength(2);
});

describe('while one row cannot be deleted', () => {
  /** The deletion of this row of the table fails, as after damage to an index. */
  async function damage(table: string, row: string): Promise<void> {
    await api.db.execute(
      sql.raw(`
      CREATE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'This row is damaged.'; END $$;
      CREATE TRIGGER damaged BEFORE DELETE ON ${table} FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION refuse_deletion();
    `),
    );
  }
  afterEach(() => api.db.execute(sql`DROP FUNCTION refuse_deletion CASCADE`));

  it('the other accounts that are due are deleted, and the job fails', async () => {
    for (const handle of ['first', 'second', 'third'])
      await buildUser(api.db, { handle, deletionRequestedAt: after(-14 * DAY_MS) });
    await damage('users', `OLD.handle = 'first'`);

    await expect(deleteAccountsHourly.run(api.deps(), signal)).rejects.toThrow();

    const handles = (await api.db.select().from(users)).map(({ handle }) => handle);
    expect(handles.sort()).toEqual(['first', 'former-member']);
  });

  it('everything else that has expired is deleted, and the job fails', async () => {
    const user = await buildUser(api.db);
    await api.db.insert(spentIdTokens).values({ tokenHash: Buffer.from('a'), expiresAt: after(-1) });
    await api.db.insert(sessions).values({
      ...{ userId: user.id, secretHash: Buffer.from('b'), userAgent: 'long over' },
      expiresAt: after(-31 * DAY_MS),
    });
    await damage('spent_id_tokens', 'true');

    await expect(purgeExpiredHourly.run(api.deps(), signal)).rejects.toThrow();

    expect(await api.db.select().from(spentIdTokens)).toHaveLength(1);
    expect(await api.db.select().from(sessions)).toEqual([]);
  });
});
