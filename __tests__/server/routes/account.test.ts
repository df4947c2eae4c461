import { eq, sql } from 'drizzle-orm';
import { users } from '@/server/db/schema';
import { buildProduct, buildUser } from '../../setup/build';
import { buildPersonalData } from '../../setup/personal-data';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();

type Headers = Record<string, string>;
const change = (headers: Headers, body: object) =>
  api.request('PATCH', '/api/user/private/profile', { headers, body });
const exportOf = (headers: Headers) => api.request('GET', '/api/user/private/export', { headers });

describe('the profile', () => {
  it('changes the name and handle, and shows them to the public immediately', async () => {
    const ada = await buildUser(api.db, { handle: 'ada', name: 'Ada' });
    const { slug } = await buildProduct(api.db, { submitterId: ada.id });
    const headers = await api.signIn(ada);
    const productPageBody = async () => (await api.request('GET', `/api/products/${slug}`)).body;
    expect(await productPageBody()).toMatchObject({ product: { submitter: { handle: 'ada', name: 'Ada' } } });

    const changed = await change(headers, { name: ' Ada Lovelace ', handle: 'Ada-L' });

    expect(changed).toMatchObject({ status: 200, body: { user: { name: 'Ada Lovelace', handle: 'ada-l' } } });
    expect(await productPageBody()).toMatchObject({
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
  ])('rejects the %s %j and changes nothing', async (field, value) => {
    const ada = await buildUser(api.db, { handle: 'ada', name: 'Ada' });

    const rejected = await change(await api.signIn(ada), { name: 'New', [field]: value });

    expect(rejected).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
    expect(await api.db.select().from(users)).toEqual([ada]);
  });

  it.each(['eve', 'EVE', 'ｅｖｅ'])('returns 409 for the taken handle %s', async (handle) => {
    const ada = await buildUser(api.db, { handle: 'ada' });
    await buildUser(api.db, { handle: 'eve' });

    expect(await change(await api.signIn(ada), { handle })).toMatchObject({
      status: 409,
      body: { code: 'conflict', fields: { handle: 'Taken.' } },
    });
    expect((await api.db.select().from(users).where(eq(users.id, ada.id)))[0]).toEqual(ada);
  });

  it('accepts an image that the user uploaded, and stores its own URL', async () => {
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

  it('gives a handle to one of two users who request it at the same time', async () => {
    const headers = await Promise.all(
      (await Promise.all([buildUser(api.db), buildUser(api.db)])).map((user) => api.signIn(user)),
    );

    const answers = await Promise.all(headers.map((header) => change(header, { handle: 'ada' })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('the export', () => {
  it('contains all rows of the user, but no secrets and no rows of other users', async () => {
    const { headers } = await buildPersonalData(api, 'ada');
    await buildPersonalData(api, 'eve');

    await api.db.execute(sql`
      INSERT INTO tasks (kind, group_name, product_id, payload, created_at, due_at)
      SELECT kind, group_name, product_id, payload || '{"event": "product.reported"}', created_at, due_at
      FROM tasks WHERE kind = 'event'`);

    const { status, body, text } = await exportOf(headers);

    expect(status).toBe(200);
    const account: unknown = new Map(Object.entries(body ?? {})).get('account');
    const counts = Object.fromEntries(
      Object.entries(account ?? {}).map(([table, rows]) => [table, Array.isArray(rows) && rows.length]),
    );
    expect(counts).toEqual({
      users: 1,
      merged_pairs: 1,
      staff_notices: 1,
      staff_notice_emails: 1,
      voter_networks: 1,
      vote_links: 1,
      vote_rings: 1,
      vote_ring_members: 1,
      set_aside_upvotes: 1,
      merged_reactions: 1,
      imports: 1,
      product_merges: 1,
      tag_merges: 1,
      merged_product_tags: 1,
      stray_product_tags: 1,
      product_versions: 1,
      invitations: 1,
      webhooks: 1,
      alternatives: 2,
      alternative_upvotes: 1,
      freed_handles: 1,
      kept_records: 1,
      identities: 2,
      sessions: 1,
      images: 1,
      products: 3,
      discontinuations: 1,
      product_edits: 1,
      product_slugs: 3,
      product_tags: 3,
      product_terms: 1,
      product_values: 1,
      queue_entries: 2,
      submission_observations: 1,
      suggestions: 1,
      suggestion_agreements: 1,
      tag_spellings: 0,
      former_authors: 1,
      passkeys: 1,
      product_claims: 1,
      upvotes: 1,
      bookmarks: 1,
      reports: 2,
      member_measures: 1,
      appeals: 1,
      member_notes: 1,
      member_rejections: 1,
      rejection_times: 1,
      audit_entries: 2,
      newsletter_subscribers: 1,
      contact_messages: 1,
      tasks: 3,
      webhook_deliveries: 1,
      newsletter_deliveries: 1,
      mail_outbox: 1,
    });
    expect(text).toContain('"email":"ada@x.example"');
    expect(text).not.toMatch(/\beve\b|secret_hash|token_hash|token=/);
  });
});
