import { sql } from 'drizzle-orm';
import { listRemovedProductsCall } from '@/lib/contract/report';
import { DAY_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { writeVoteDump } from '@/server/commands/products/write-vote-dump';
import { checkLogEntries } from '@/server/queries/audit-entries';
import { products } from '@/server/db/schema';
import { canonicalURL } from '@/server/web/canonical-url';
import { importEntries } from '@/server/db/schema/import-schema';
import { tableNames } from '../../setup/personal-data';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { buildSignedInUser, type SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const {
  signedInUser,
  buildModerator,
  createSubmission,
  editSubmission,
  approve,
  searchIds,
  auditLog,
  tagCounts,
} = setUpModerationCalls(api);

const erase = ({ headers }: SignedInUser, id: string, ground = 'court-order') =>
  api.request('POST', `/api/moderation/products/${id}/erase`, { headers, body: { ground } });

async function listed() {
  const [ada, mo] = [await signedInUser(), await buildModerator()];
  const product = await createSubmission(ada, { name: 'Quokka', url: 'https://quokka.example/' });
  await approve(mo.headers, product.id);
  return { ada, mo, ...product };
}

async function removals({ headers }: SignedInUser) {
  const { body } = await api.request('GET', '/api/moderation/removals', { headers });
  return listRemovedProductsCall.answer.parse(body).products;
}

async function expectNoWord() {
  for (const table of await tableNames(api)) {
    const { rows } = await api.db.execute<{ text: string }>(
      sql`SELECT to_jsonb(t)::text AS text FROM ${sql.identifier(table)} t`,
    );
    expect([table, rows.filter(({ text }) => /quokka/i.test(text))]).toEqual([table, []]);
  }
}

it('leaves no word of an erased product anywhere, and an unbroken log with the ground', async () => {
  const { ada, mo, id } = await listed();
  await editSubmission(ada, id, { name: 'Quokka 2' });
  await api.request('POST', `/api/products/${id}/reports`, {
    body: { reason: 'other', text: 'About Quokka.' },
  });
  const admin = await buildSignedInUser(api, { role: 'admin' });
  while (await writeVoteDump(api.deps()));
  const dump = () => api.request('GET', `/data/votes/${testNow.toISOString().slice(0, 10)}.csv`);
  expect((await dump()).text).toContain('quokka');

  expect((await erase(admin, id)).status).toBe(200);

  expect((await dump()).text).not.toContain('quokka');
  await expectNoWord();
  expect((await api.request('GET', '/api/products/quokka')).status).toBe(404);
  expect(await searchIds('Quokka')).toEqual([]);
  expect(Object.values(await tagCounts())).toEqual([0, 0]);
  expect((await auditLog()).at(-1)).toMatchObject({
    ...{ action: 'product.erase', actorId: admin.id, subjectId: id, details: { ground: 'court-order' } },
  });
  expect(await checkLogEntries(api.db, { afterId: '0', limit: 100 })).toMatchObject({ brokenId: null });
  expect((await erase(admin, id)).status).toBe(404);
  expect((await erase(mo, id)).status).toBe(403);
});

const merge = ({ headers }: SignedInUser, id: string, intoId: string) =>
  api.request('POST', `/api/moderation/products/${id}/merge`, { headers, body: { intoId } });

async function listedToo({ ada, mo }: Awaited<ReturnType<typeof listed>>, name: string) {
  const url = `https://${name.toLowerCase().replace(' ', '-')}.example/`;
  const product = await createSubmission(ada, { name, url });
  await approve(mo.headers, product.id);
  return product;
}

it('leaves no word of its duplicates, nor in what the log and imports say about others', async () => {
  const mara = await signedInUser();
  const wombat = await createSubmission(mara, { name: 'Wombat', url: 'https://wombat.example/' });
  const all = await listed();
  const { mo, id } = all;
  await approve(mo.headers, wombat.id);
  const beta = await listedToo(all, 'Quokka beta');
  const alpha = await listedToo(all, 'Quokka alpha');
  expect((await merge(mo, alpha.id, beta.id)).status).toBe(200);
  expect((await merge(mo, beta.id, id)).status).toBe(200);
  // The first merge is older than the 30 days in which moderators can undo a merge.
  await api.db.execute(sql`DELETE FROM product_merges WHERE source_id = ${alpha.id}::bigint`);
  const pair = { productId: wombat.id, alternativeId: id };
  await api.request('POST', '/api/user/private/alternatives', { headers: mara.headers, body: pair });
  const path = `/api/moderation/alternatives/${wombat.id}-${id}/approve`;
  expect((await api.request('POST', path, { headers: mo.headers })).status).toBe(200);
  await api.db.execute(sql`
    WITH import AS (
      INSERT INTO imports (source_name, state, counts, created_at) VALUES ('list.md', 'ready', '{}', now()) RETURNING id
    )
    INSERT INTO import_entries (import_id, position, line, step, outcome, reason, url, draft, notes, changes, product_id)
    SELECT import.id, entry.* FROM import CROSS JOIN (VALUES
      (1, 1, 'imported', 'updated', NULL, 'https://quokka.example/', NULL, '{Quokka}'::text[], '{quokka}'::text[], ${id}::bigint),
      (2, 2, 'compared', 'listed', 'Quokka has it', 'https://quokka.example/',
        jsonb_build_object('name', 'Quokka', 'canonicalURL', ${canonicalURL('https://quokka.example/')}::text), '{}', '{}', NULL),
      (3, 3, 'compared', 'added', NULL, 'https://other.example/',
        '{"name": "Other", "canonicalURL": "other.example"}'::jsonb, '{}', '{}', NULL)
    ) AS entry`);
  const admin = await buildSignedInUser(api, { role: 'admin' });

  expect((await erase(admin, id)).status).toBe(200);

  await expectNoWord();
  expect(await api.db.select({ id: products.id }).from(products)).toEqual([{ id: wombat.id }]);
  expect(await api.db.select().from(importEntries).orderBy(importEntries.position)).toMatchObject([
    { step: 'imported', outcome: 'updated', draft: null },
    { step: 'settled', outcome: 'skipped', draft: null },
    { step: 'compared', outcome: 'added', draft: { name: 'Other' } },
  ]);
  expect(await checkLogEntries(api.db, { afterId: '0', limit: 100 })).toMatchObject({ brokenId: null });
  expect((await auditLog()).filter(({ action }) => action === 'product.erase')).toHaveLength(3);
});

it('leaves no word of an erased duplicate, whose slug leads nowhere', async () => {
  const all = await listed();
  const wombat = await listedToo(all, 'Wombat');
  expect((await merge(all.mo, all.id, wombat.id)).status).toBe(200);
  const admin = await buildSignedInUser(api, { role: 'admin' });
  expect((await erase(admin, all.id)).status).toBe(200);
  await expectNoWord();
  const { status, body } = await api.request('GET', '/api/products/quokka');
  expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining('wombat')]);
  expect((await api.request('GET', '/api/products/wombat')).status).toBe(200);
});

it('needs a sign-in of the last five minutes', async () => {
  const { id } = await listed();
  const admin = await buildSignedInUser(api, { role: 'admin' });
  api.clock.now = new Date(testNow.getTime() + 5 * MINUTE_MS + 1);
  expect((await erase(admin, id)).status).toBe(401);
  expect(await api.db.$count(products)).toBe(1);
});

it('refuses to clear the log of a product that is not erased', async () => {
  const { id } = await listed();
  await expect(
    api.db.execute(sql`UPDATE audit_entries SET details = '{}' WHERE subject_id = ${id}`),
  ).rejects.toThrow();
});

it('lists for 30 days what was withdrawn or removed after a report, until it is restored', async () => {
  const { ada, mo, id } = await listed();
  const reported = await createSubmission(ada, { name: 'Wombat', url: 'https://wombat.example/' });
  await approve(mo.headers, reported.id);
  await api.request('DELETE', `/api/user/private/products/${id}`, { headers: ada.headers });
  await api.request('POST', `/api/products/${reported.id}/reports`, { body: { reason: 'spam' } });
  await api.request('POST', `/api/moderation/products/${reported.id}/reports`, {
    headers: mo.headers,
    body: { outcome: 'upheld', remedy: 'remove', seen: testNow.toISOString() },
  });
  expect(await removals(mo)).toMatchObject([
    { id: reported.id, name: 'Wombat', by: 'moderators' },
    { id, name: 'Quokka', by: 'submitter' },
  ]);
  await api.request('POST', `/api/moderation/products/${id}/restore`, { headers: mo.headers });
  expect(await removals(mo)).toMatchObject([{ id: reported.id }]);
  api.clock.now = new Date(testNow.getTime() + 30 * DAY_MS);
  expect(await removals(await buildModerator('late'))).toEqual([]);
});
