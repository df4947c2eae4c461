import { eq, sql } from 'drizzle-orm';
import {
  bookmarks,
  contactMessages,
  identities,
  newsletterSubscribers,
  productEdits,
  products,
  upvotes,
  users,
} from '@/server/db/schema';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { listPersonalData, PERSONAL_TABLES } from '@/server/queries/account/personal-data';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const dayMs = 24 * 60 * 60 * 1000;
const after = (days: number) => new Date(testNow.getTime() + days * dayMs);

type Headers = Record<string, string>;
const me = (headers: Headers) => api.request('GET', '/api/user/private/getProtectedUserInfo', { headers });
const change = (headers: Headers, body: object) =>
  api.request('PATCH', '/api/user/private/profile', { headers, body });
const exportOf = (headers: Headers) => api.request('GET', '/api/user/private/export', { headers });
const remove = (headers: Headers) => api.request('DELETE', '/api/user/private/account', { headers });
const restore = (headers: Headers) => api.request('POST', '/api/user/private/account/restore', { headers });

describe('the profile', () => {
  it('takes a new name and handle, and shows them in public at once', async () => {
    const ada = await buildUser(api.db, { handle: 'ada', name: 'Ada' });
    const { slug } = await buildProduct(api.db, { submitterId: ada.id });
    const headers = await api.signIn(ada);
    const submitter = async () => (await api.request('GET', `/api/products/${slug}`)).body;
    expect(await submitter()).toMatchObject({ product: { submitter: { handle: 'ada', name: 'Ada' } } });

    const changed = await change(headers, { name: ' Ada Lovelace ', handle: 'Ada-L' });

    expect(changed).toMatchObject({ status: 200, body: { user: { name: 'Ada Lovelace', handle: 'ada-l' } } });
    expect(await submitter()).toMatchObject({
      product: { submitter: { handle: 'ada-l', name: 'Ada Lovelace' } },
    });
  });

  it.each([
    ['name', ''],
    ['name', ' '],
    ['name', 'x'.repeat(61)],
    ['name', 'a\u0000b'],
    ['name', 'a\u2028b'],
    ['name', '\u202egnp.exe'],
    ['name', '\u200b\u200b'],
    ['name', 5],
    ['handle', 'a'],
    ['handle', 'x'.repeat(41)],
    ['handle', 'two words'],
    ['handle', '-ada'],
    ['handle', 'ada/../eve'],
    ['handle', 'ada--l'],
    ['handle', '\u3164\u3164'],
    ['handle', 'a\ufe0fb'],
    ['handle', '\u0301\u0301'],
    ['avatarURL', 'https://evil.example/pixel.png'],
    ['avatarURL', 'javascript:alert(1)'],
    ['avatarURL', '/api/images/0123456789012345678901'],
  ])('refuses the %s %j and changes nothing', async (field, value) => {
    const ada = await buildUser(api.db, { handle: 'ada', name: 'Ada' });

    const refused = await change(await api.signIn(ada), { name: 'New', [field]: value });

    expect(refused).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
    expect(await api.db.select().from(users)).toEqual([ada]);
  });

  it.each(['eve', 'EVE', 'ｅｖｅ', 'former-member'])('refuses the taken handle %s', async (handle) => {
    const ada = await buildUser(api.db, { handle: 'ada' });
    await buildUser(api.db, { handle: 'eve' });

    expect(await change(await api.signIn(ada), { handle })).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { handle: 'Taken.' } },
    });
    expect((await api.db.select().from(users).where(eq(users.id, ada.id)))[0]).toEqual(ada);
  });

  it("takes a picture that the member has uploaded, and nobody else's, kept under our own address", async () => {
    const [ada, eve] = [await buildUser(api.db), await buildUser(api.db)];
    const key = 'abcdefghijklmnopqrstuv';
    await api.db.execute(
      sql`INSERT INTO images (key, owner_id, status) VALUES (${key}, ${ada.id}, 'processed')`,
    );

    const avatarURL = `https://evil.example/images/${key}`;
    expect(await change(await api.signIn(eve), { avatarURL })).toMatchObject({ status: 400 });
    expect(await change(await api.signIn(ada), { avatarURL })).toMatchObject({
      body: { user: { avatarURL: `/api/images/${key}` } },
    });
    expect(await change(await api.signIn(ada), { avatarURL: null })).toMatchObject({
      body: { user: { avatarURL: null } },
    });
  });

  it('gives a handle to one of two who want it at once', async () => {
    const headers = await Promise.all(
      (await Promise.all([buildUser(api.db), buildUser(api.db)])).map((user) => api.signIn(user)),
    );

    const answers = await Promise.all(headers.map((header) => change(header, { handle: 'ada' })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

/** Somebody with a row in every table that may hold something about a member. Every text of theirs has `mark`. */
async function buildMark(mark: string) {
  const user = await buildUser(api.db, { name: mark, handle: mark, email: `${mark}@x.example` });
  await api.db.insert(identities).values([
    { issuer: 'local', subject: mark, userId: user.id, provider: 'google.com', email: `${mark}@x.example`, isEmailVerified: true },
    { issuer: 'github', subject: mark, userId: user.id, provider: 'github.com', email: 'claimed@x.example' },
  ]); // prettier-ignore
  const headers = await api.signIn(user, `Browser of ${mark}`);
  const image = await api.db.execute<{ id: string }>(
    sql`INSERT INTO images (key, owner_id, status) VALUES (${`image-${mark}`}, ${user.id}, 'processed') RETURNING id`,
  );
  const own = { submitterId: user.id, tags: ['Testing'] };
  const approved = await buildProduct(api.db, { ...own, slug: `approved-of-${mark}`, name: 'Kept' });
  const pending = await buildProduct(api.db, {
    ...own,
    slug: `pending-of-${mark}`,
    status: 'pending',
    approvedAt: null,
  });
  const rejected = await buildProduct(api.db, {
    ...own,
    slug: `rejected-of-${mark}`,
    status: 'rejected',
    approvedAt: null,
  });
  await api.db.update(products).set({ editStatus: 'pending' }).where(eq(products.id, approved.id));
  await api.db.insert(productEdits).values({
    ...approved,
    productId: approved.id,
    name: `Renamed by ${mark}`,
    canonicalURL: `renamed-by-${mark}.example`,
    tagIds: [],
    rejectionReason: null,
  });
  const liked = await buildProduct(api.db, { upvoteCount: 5, rankingUpvoteCount: 4, bookmarkCount: 3 });
  await api.db.insert(upvotes).values({ productId: liked.id, userId: user.id, countsInRanking: true });
  await api.db.insert(bookmarks).values({ productId: liked.id, userId: user.id });
  await api.db.execute(
    sql`INSERT INTO reports (product_id, reporter_id, reason) VALUES (${liked.id}, ${user.id}, 'spam')`,
  );
  await api.db.execute(sql`
    INSERT INTO audit_entries (actor_id, actor_handle, action, subject_kind, subject_id)
    VALUES (${user.id}, 'moderator', 'product.approve', 'product', ${liked.id})`);
  for (const email of [`${mark}@x.example`, 'claimed@x.example']) {
    await api.db
      .insert(newsletterSubscribers)
      .values({ email, list: mark, tokenHash: Buffer.from(mark + email), tokenSentAt: testNow });
    await api.db.insert(contactMessages).values({ email, message: `A message about ${mark}` });
  }
  return { user, headers, approved, pending, rejected, liked, imageId: image.rows[0]?.id };
}

const tablesOfDatabase = async () => {
  const { rows } = await api.db.execute<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

/** Tables without anything about a member, and why. A new table is in here or in PERSONAL_TABLES. */
const impersonal = {
  job_runs: 'when jobs are due',
  local_sign_in_codes: "the demo's own accounts; deleted after a minute",
  migrations: 'the schema',
  rate_limits: 'counters; deleted once their span is over',
  search_documents: 'words of approved products',
  search_mirrors: 'the name of an index',
  search_outbox: 'products to send',
  search_words: 'words of approved products',
  sign_in_attempts: 'of nobody yet; deleted after ten minutes',
  spent_id_tokens: 'hashes; deleted after an hour',
  tags: 'words that products share',
};

describe('the export', () => {
  it('looks into every table of the database, or says why not', async () => {
    const known = [...Object.keys(PERSONAL_TABLES), ...Object.keys(impersonal)];

    expect((await tablesOfDatabase()).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('has every row of the member in every table, no secret, and nothing of anybody else', async () => {
    const { headers } = await buildMark('ada');
    await buildMark('eve');

    const { status, body, text } = await exportOf(headers);

    expect(status).toBe(200);
    const account: unknown = new Map(Object.entries(body ?? {})).get('account');
    const counts = Object.fromEntries(
      Object.entries(account ?? {}).map(([table, rows]) => [table, Array.isArray(rows) && rows.length]),
    );
    expect(counts).toEqual({
      users: 1,
      identities: 2,
      sessions: 1,
      images: 1,
      products: 3,
      product_edits: 1,
      product_slugs: 3,
      product_tags: 3,
      upvotes: 1,
      bookmarks: 1,
      reports: 1,
      audit_entries: 1,
      newsletter_subscribers: 1,
      contact_messages: 1,
    });
    expect(text).toContain('"email":"ada@x.example"');
    expect(text).not.toMatch(/eve|secret_hash|token_hash/);
  });
});

describe('deleting the account', () => {
  it('waits 14 days, ends the other sessions and lets the member do nothing but take it back', async () => {
    const ada = await buildUser(api.db);
    const [here, there] = [await api.signIn(ada), await api.signIn(ada)];

    const asked = await remove(here);

    expect(asked.body).toMatchObject({ deletionDueAt: after(14).toISOString() });
    expect((await me(there)).status).toBe(401);
    expect((await me(here)).body).toMatchObject({ user: { deletionDueAt: after(14).toISOString() } });
    expect(await change(here, { name: 'New' })).toMatchObject({ status: 403, body: { code: 'forbidden' } });

    expect(await restore(here)).toMatchObject({ status: 200 });
    expect(await change(here, { name: 'New' })).toMatchObject({ status: 200 });
    api.clock.now = after(15);
    expect(await deleteDueAccounts(api.deps())).toBe(0);
  });

  it('is not put off by asking again', async () => {
    const headers = await api.signIn(await buildUser(api.db));
    await remove(headers);
    api.clock.now = after(3);

    expect((await remove(headers)).body).toMatchObject({ deletionDueAt: after(14).toISOString() });
  });

  it('hides the member from the public at once, and shows them again when taken back', async () => {
    const ada = await buildUser(api.db, { handle: 'ada', name: 'Ada' });
    const { slug } = await buildProduct(api.db, { submitterId: ada.id });
    const headers = await api.signIn(ada);
    const seen = async () => {
      const { body } = await api.request('GET', `/api/products/${slug}`);
      return { body, profile: (await api.request('GET', '/api/users/ada')).status };
    };
    const shown = { body: { product: { submitter: { handle: 'ada' } } }, profile: 200 };
    expect(await seen()).toMatchObject(shown);

    await remove(headers);
    expect(await seen()).toMatchObject({ body: { product: { submitter: null } }, profile: 404 });

    await restore(headers);
    expect(await seen()).toMatchObject(shown);
  });

  it('leaves no trace of the member anywhere, keeps what was published, and touches nobody else', async () => {
    const ada = await buildMark('ada');
    const eve = await buildMark('eve');
    const eveBefore = await listPersonalData(api.db, eve.user.id);
    await remove(ada.headers);
    api.clock.now = new Date(after(14).getTime() - 1);
    expect(await deleteDueAccounts(api.deps())).toBe(0);

    api.clock.now = after(14);
    expect(await deleteDueAccounts(api.deps())).toBe(1);

    expect((await me(ada.headers)).status).toBe(401);
    // Of the address of what was published, the slug is the product's own.
    for (const table of await tablesOfDatabase()) {
      const { rows } = await api.db.execute<{ text: string }>(
        sql`SELECT replace(to_jsonb(t)::text, 'approved-of-ada', '') AS text FROM ${sql.identifier(table)} t`,
      );
      const traces = rows.filter(({ text }) => /\bada\b/.test(text)).map(({ text }) => text);
      // A claimed address is its owner's, and so is what was written under it; a file's key says nothing.
      expect([table, traces.filter((text) => !/claimed@x\.example|image-ada/.test(text))]).toEqual([
        table,
        [],
      ]);
    }
    const kept = await api.request('GET', '/api/products/approved-of-ada');
    expect(kept.body).toMatchObject({
      product: {
        name: 'Kept',
        submitter: { handle: 'former-member', name: 'a former member', avatarURL: null },
      },
    });
    expect(await api.db.select().from(products).where(eq(products.id, ada.pending.id))).toEqual([]);
    expect(await api.db.select().from(products).where(eq(products.id, ada.rejected.id))).toEqual([]);
    expect(await api.db.select().from(products).where(eq(products.id, ada.liked.id))).toMatchObject([
      { upvoteCount: 4, rankingUpvoteCount: 3, bookmarkCount: 2 },
    ]);
    expect(await listPersonalData(api.db, eve.user.id)).toEqual(eveBefore);
  });

  it('puts what all former members published under one name', async () => {
    for (const mark of ['ada', 'eve']) await remove((await buildMark(mark)).headers);
    api.clock.now = after(14);

    expect(await deleteDueAccounts(api.deps())).toBe(2);

    expect(await api.db.select().from(users)).toMatchObject([{ handle: 'former-member' }]);
  });

  it('deletes the edit that waits, and keeps the approved version public', async () => {
    const ada = await buildMark('ada');
    await remove(ada.headers);
    api.clock.now = after(14);
    await deleteDueAccounts(api.deps());

    expect(await api.db.select().from(productEdits)).toEqual([]);
    const kept = await api.db.select().from(products).where(eq(products.id, ada.approved.id));
    expect(kept).toMatchObject([{ name: 'Kept', status: 'approved', reviewStatus: 'approved' }]);
  });

  it('lets whoever left begin anew, as somebody else', async () => {
    const ada = await buildMark('ada');
    await remove(ada.headers);
    api.clock.now = after(14);
    await deleteDueAccounts(api.deps());

    expect(await api.db.select().from(identities)).toEqual([]);
  });
});
