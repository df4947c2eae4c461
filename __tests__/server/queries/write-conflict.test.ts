import { buildProduct, buildUser } from '@/__tests__/setup/build';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';
import { retryConflicts, UNIQUE_CONSTRAINTS } from '@/server/queries/write-conflict';

const database = setUpTestDatabase();

it('names unique constraints and indexes that the database has', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    'SELECT relname AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indisunique',
  );

  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(UNIQUE_CONSTRAINTS)));
});

it('repeats a write that violated a named constraint, and returns what the next attempt returns', async () => {
  await buildUser(database.db, { handle: 'ada' });
  const handles = ['ada', 'ada-2'];

  const user = await retryConflicts(() => buildUser(database.db, { handle: handles.shift() }), ['handle']);

  expect(user.handle).toBe('ada-2');
});

it('gives up after five attempts', async () => {
  await buildUser(database.db, { handle: 'ada' });
  let attempts = 0;
  const write = () => {
    attempts += 1;
    return buildUser(database.db, { handle: 'ada' });
  };

  await expect(retryConflicts(write, ['handle'])).rejects.toMatchObject({
    cause: { constraint: 'users_handle_key' },
  });
  expect(attempts).toBe(5);
});

it.each([
  [
    'a constraint that is not named',
    () => buildProduct(database.db, { slug: 'tool', canonicalURL: 'other.example' }),
  ],
  ['a check', () => buildProduct(database.db, { upvoteCount: -1 })],
  ['a rule of the product', () => Promise.reject(new Error('Not allowed'))],
])('does not repeat a write that violates %s', async (_, write) => {
  await buildProduct(database.db, { slug: 'tool' });
  let attempts = 0;
  const writeOnce = () => {
    attempts += 1;
    return write();
  };

  await expect(retryConflicts(writeOnce, ['canonicalURL'])).rejects.toThrow();
  expect(attempts).toBe(1);
});
