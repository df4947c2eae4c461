import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { exportAccountCall } from '@/lib/contract/account';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { DATA_MAP } from '@/server/db/data-map';
import { buildPersonalData, tableNames } from '../../setup/personal-data';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

/** Larger than any other id, so that a number that equals it refers to the user. */
const userId = 987_654;
/** A day on which nothing else happens. */
const day = '2001-02-03';
/** No code writes `deleted_at`: deleted users have no row. */
const neverFilled = ['users.deleted_at'];

const columnRow = z.object({ table: z.string(), column: z.string(), type: z.string() });

async function columnsOfDatabase() {
  const { rows } = await api.db.execute(sql`
    SELECT relname AS table, attname AS column, format_type(atttypid, NULL) AS type
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped`);
  return rows.map((row) => columnRow.parse(row));
}

const declared = Object.entries(DATA_MAP).flatMap(([table, data]) =>
  [data.public, data.personal, data.secret].flatMap((columns = []) =>
    columns.map((column) => `${table}.${column}`),
  ),
);

it('declares every column of the database exactly once, and no other column', async () => {
  const columns = (await columnsOfDatabase()).map(({ table, column }) => `${table}.${column}`);

  expect([...declared].sort()).toEqual(columns.sort());
});

it('says of every table with personal data whose rows they are and how they go', () => {
  const vague = Object.entries(DATA_MAP)
    .filter(([, { personal = [], rowsOf, removal }]) => {
      if (removal === 'expires') return rowsOf !== undefined;
      return personal.length > 0 && (rowsOf === undefined || removal === undefined);
    })
    .map(([table]) => table);

  expect(vague).toEqual([]);
});

/** Inserts a user and fills every personal column of the user's rows. */
async function buildFilledUser() {
  await api.db.execute(sql`ALTER SEQUENCE users_id_seq RESTART WITH 987654`);
  const ada = await buildPersonalData(api, 'ada');
  expect(ada.user.id).toBe(String(userId));
  const typeOf = new Map((await columnsOfDatabase()).map((row) => [`${row.table}.${row.column}`, row.type]));
  for (const [table, { personal = [], rowsOf, removal }] of Object.entries(DATA_MAP)) {
    // The database refuses to change an audit entry.
    if (!rowsOf || table === 'audit_entries' || removal === 'expires') continue;
    for (const column of personal.filter((name) => !neverFilled.includes(`${table}.${name}`))) {
      const name = sql.identifier(column);
      // Keys stay as they are.
      const type =
        column === 'id' || column === 'subscriber_id' ? undefined : typeOf.get(`${table}.${column}`);
      const value = {
        'timestamp with time zone': sql`${day}::timestamptz`,
        text: sql`coalesce(nullif(${name}, ''), ${`ada ${table}.${column}`})`,
        bigint: sql`coalesce(${name}, ${userId})`,
      }[type ?? ''];
      if (value) {
        await api.db.execute(
          sql`UPDATE ${sql.identifier(table)} SET ${name} = ${value} WHERE ${rowsOf(String(userId))}`,
        );
      }
    }
  }
  return ada;
}

const account = z.pick(exportAccountCall.answer, { account: true });

it('exports every personal column of the user and no secret one', async () => {
  await buildFilledUser();
  const headers = await api.signIn({ id: String(userId) });

  const { body } = await api.request('GET', '/api/user/private/export', { headers });

  const exported = new Set(
    Object.entries(account.parse(body).account).flatMap(([table, rows]) =>
      rows.flatMap((row) =>
        Object.entries(row).flatMap(([column, value]) => (value === null ? [] : `${table}.${column}`)),
      ),
    ),
  );
  const owned = Object.entries(DATA_MAP).filter(([, { rowsOf }]) => rowsOf);
  const columns = (of: 'personal' | 'secret') =>
    owned.flatMap(([table, data]) => (data[of] ?? []).map((column) => `${table}.${column}`));
  expect(columns('personal').filter((column) => !exported.has(column))).toEqual(neverFilled);
  expect(columns('secret').filter((column) => exported.has(column))).toEqual([]);
  expect(columns('secret')).toContain('sessions.secret_hash');
});

it('exports what a moderator did to the user without the moderator', async () => {
  const { headers, user } = await buildPersonalData(api, 'ada');

  const { body } = await api.request('GET', '/api/user/private/export', { headers });

  expect(account.parse(body).account.audit_entries).toEqual([
    {
      ...{ id: expect.any(Number), action: 'user.ban', details: {}, created_at: expect.any(String) },
      ...{ subject_kind: 'user', subject_id: Number(user.id), hash: expect.any(String) },
    },
    expect.objectContaining({ action: 'product.approve', actor_handle: 'ada', actor_id: Number(user.id) }),
  ]);
});

it('leaves no personal value of a deleted account in any table', async () => {
  await buildFilledUser();

  expect(await deleteDueAccounts(api.deps())).toBe(1);

  for (const table of await tableNames(api)) {
    // The privacy page says what outlives an account. Its content names no account.
    if (table === 'kept_records') continue;
    const { rows } = await api.db.execute<{ text: string }>(
      sql`SELECT to_jsonb(t)::text AS text FROM ${sql.identifier(table)} t`,
    );
    const traces = rows
      .map(({ text }) => text)
      // Data of an unverified email belongs to the owner of the email.
      .filter((text) => !text.includes('claimed@x.example'))
      // The slug of a published product is public, and so is the key of an image.
      .map((text) => text.replaceAll('approved-of-ada', '').replaceAll('image-ada', ''))
      .filter((text) => new RegExp(`\\bada\\b|${day}|\\b${userId}\\b`).test(text));
    expect([table, traces]).toEqual([table, []]);
  }
});
