import { sql } from 'drizzle-orm';
import { batchResults } from '@/lib/contract/moderation-queue';
import { buildProduct } from '../../setup/build';
import { facetFields } from '../../setup/facet-fields';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({ fields: facetFields });
const {
  signedInUser,
  buildModerator,
  createSubmission,
  editSubmission,
  listQueue,
  approve,
  reject,
  auditLog,
  advanceClock,
} = setUpModerationCalls(api);

const post = async ({ headers }: SignedInUser, path: string, body: object) => {
  const answer = await api.request('POST', `/api/moderation/${path}`, { headers, body });
  expect(answer.status).toBe(200);
  return batchResults.parse(answer.body).results;
};
const undo = (moderator: SignedInUser, ...ids: string[]) => post(moderator, 'undo', { ids });

/** Every row that a decision can change. */
async function readRows() {
  const tables = [
    ...['products', 'product_edits', 'product_tags', 'product_slugs', 'product_values', 'product_terms'],
    ...['product_listings', 'tags', 'queue_entries', 'search_documents', 'tasks'],
  ];
  const rows = await Promise.all(
    tables.map(async (table) => {
      const stored = await api.db.execute(
        sql`SELECT to_jsonb(stored) AS row FROM ${sql.identifier(table)} AS stored ORDER BY 1`,
      );
      return [table, stored.rows] as const;
    }),
  );
  return Object.fromEntries(rows);
}

it('restores every row of an approved, a rejected and an edited product, each with an entry of its own', async () => {
  const ada = await signedInUser();
  const grace = await buildModerator('mo');
  const { id: listed } = await createSubmission(ada, { fields: { price: 'free' } });
  await approve(grace.headers, listed);
  advanceClock(1);
  await editSubmission(ada, listed, {
    ...{ name: 'Doodle', url: 'https://doodle.example/', tags: ['Teams', 'Drawing'] },
    ...{ tagline: 'Draws better', description: 'Another *text*.', fields: { price: 'paid' } },
  });
  const { id: sent } = await createSubmission(ada, { url: 'https://sent.example/', name: 'Sent' });
  const before = await readRows();
  const entryCount = (await auditLog()).length;
  advanceClock(1);

  for (const id of [listed, sent]) {
    for (const decide of [approve, (headers: SignedInUser['headers']) => reject(headers, id, 'No.')]) {
      expect((await decide(grace.headers, id)).status).toBe(200);
      expect(await readRows()).not.toEqual(before);
      expect(await undo(grace, id)).toEqual([{ id, isDone: true }]);
      expect(await readRows()).toEqual(before);
    }
  }

  const entries = (await auditLog()).slice(entryCount);
  const decided = ['product.approve', 'product.undo', 'product.reject', 'product.undo'];
  expect(entries.map(({ action }) => action)).toEqual([...decided, ...decided]);
  expect(entries[1]).toMatchObject({
    actorHandle: 'mo',
    subjectId: listed,
    details: { undone: entries[0]?.id },
  });
  // The rejection was undone, so its member does not see it.
  expect((await listQueue(grace)).products.map(({ lastRejection }) => lastRejection)).toEqual([
    undefined,
    undefined,
  ]);
});

it("refuses to undo another moderator's decision, a late one, one twice, and what has changed since", async () => {
  const ada = await signedInUser();
  const [grace, barbara] = [await buildModerator(), await buildModerator()];
  const { id } = await createSubmission(ada);
  expect(await undo(grace, id, '999')).toEqual([
    { id, isDone: false, message: 'You have no decision about Figgle to undo.' },
    { id: '999', isDone: false, message: 'This tool is gone.' },
  ]);
  await reject(grace.headers, id, 'No.');
  expect(await undo(barbara, id)).toMatchObject([{ isDone: false }]);
  expect(await undo(grace, id)).toMatchObject([{ isDone: true }]);
  expect(await undo(grace, id)).toMatchObject([{ isDone: false }]);

  await reject(grace.headers, id, 'No.');
  api.clock.now = new Date(api.clock.now.getTime() + 15_000);
  await editSubmission(ada, id, { tagline: 'Something else' });
  expect(await undo(grace, id)).toMatchObject([
    { isDone: false, message: 'Figgle has changed since your decision.' },
  ]);

  await approve(grace.headers, id);
  api.clock.now = new Date(api.clock.now.getTime() + 15_001);
  expect(await undo(grace, id)).toMatchObject([
    { isDone: false, message: "It's too late to undo the decision about Figgle." },
  ]);
});

it('names the moderator who was first', async () => {
  const grace = await buildModerator('grace');
  const { id } = await createSubmission(await signedInUser());
  await approve(grace.headers, id);
  api.clock.now = new Date(api.clock.now.getTime() + 5_000);

  expect((await reject((await buildModerator()).headers, id, 'No.')).body).toMatchObject({
    message: expect.stringMatching(/^.+ approved Figgle 5 s ago\.$/),
  });
});

it('decides on many with one entry each, reports those that it left, and undoes them together', async () => {
  const grace = await buildModerator();
  const rows = [];
  for (let count = 0; count < 3; count += 1) {
    rows.push(await buildProduct(api.db, { status: 'pending', approvedAt: null, tags: ['Testing'] }));
  }
  const ids = rows.map(({ id }) => id);
  const products = rows.map(({ id, updatedAt }) => ({ id, seen: updatedAt.toISOString() }));
  const [first = { id: '', seen: '' }] = products;
  const old = { ...first, seen: '2020-01-01T00:00:00.000Z' };

  const before = await readRows();
  expect(
    await post(grace, 'decisions', { decision: 'reject', reason: 'Made by a machine.', products }),
  ).toEqual(ids.map((id) => ({ id, isDone: true })));
  expect((await auditLog()).map(({ action, subjectId }) => [action, subjectId])).toEqual(
    ids.map((id) => ['product.reject', id]),
  );
  expect(await undo(grace, ...ids)).toEqual(ids.map((id) => ({ id, isDone: true })));
  expect(await readRows()).toEqual(before);

  expect(
    await post(grace, 'decisions', { decision: 'approve', products: [old, ...products.slice(1)] }),
  ).toMatchObject([{ isDone: false, message: expect.stringContaining('has changed') }, {}, {}]);
  expect(await listQueue(grace)).toMatchObject({ pendingCount: 1, products: [{ id: first.id }] });

  const tooMany = Array.from({ length: 101 }, () => first);
  const { status } = await api.request('POST', '/api/moderation/decisions', {
    headers: grace.headers,
    body: { decision: 'approve', products: tooMany },
  });
  expect(status).toBe(400);
});

it('leaves the product as it was when the log refuses the entry', async () => {
  const grace = await buildModerator();
  const { id } = await createSubmission(await signedInUser());
  const before = await readRows();
  await api.db.execute(sql`
    CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no entry'; END $$`);
  await api.db.execute(sql`
    CREATE TRIGGER audit_entries_refused BEFORE INSERT ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_entry()`);
  try {
    expect((await approve(grace.headers, id)).status).toBe(500);
    expect((await reject(grace.headers, id, 'No.')).status).toBe(500);
  } finally {
    await api.db.execute(sql`DROP FUNCTION refuse_entry CASCADE`);
  }
  expect(await readRows()).toEqual(before);
  expect(await auditLog()).toEqual([]);
});
