import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { submittedProduct, type SubmissionInput } from '@/lib/contract/submission';
import { productEdits, products, productSlugs, tags } from '@/server/db/schema';
import { updateTagCountsOfProduct } from '@/server/queries/products/tags';
import { refreshSearchDocuments } from '@/server/queries/search/search-documents';
import { buildProduct, buildUser } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const path = '/api/user/private/products';

const draft: SubmissionInput = {
  url: 'https://figgle.example/',
  name: 'Figgle',
  tagline: 'Draw together in the browser',
  description: 'With **layers**.',
  tags: ['Design', 'Drawing'],
};

type Member = Awaited<ReturnType<typeof member>>;

async function member(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(api.db, overrides);
  return { ...user, headers: await api.signIn(user) };
}

const submit = ({ headers }: Pick<Member, 'headers'>, overrides: object = {}, from?: string) =>
  api.request('POST', path, {
    headers,
    body: { ...draft, ...overrides },
    ...(from && { remoteAddress: from }),
  });
const edit = ({ headers }: Member, id: string, body: object) =>
  api.request('PATCH', `${path}/${id}`, { headers, body });
const withdraw = ({ headers }: Member, id: string) => api.request('DELETE', `${path}/${id}`, { headers });
const list = async ({ headers }: Member, status: string) =>
  (await api.request('GET', `${path}?status=${status}`, { headers })).body;

const productOf = ({ body }: { body: unknown }) =>
  z.object({ product: submittedProduct }).parse(body).product;
const submitted = async (who: Member, overrides: Partial<SubmissionInput> = {}) =>
  productOf(await submit(who, overrides));

async function stored() {
  return api.db.select().from(products).orderBy(asc(products.id));
}

/** What moderators decide, without the moderators. */
async function decide(id: string, status: 'approved' | 'rejected') {
  const decided =
    status === 'approved' ? { status, approvedAt: testNow } : { status, rejectionReason: 'It is a poem.' };
  await api.db.update(products).set(decided).where(eq(products.id, id));
}

const tagCounts = async () =>
  Object.fromEntries(
    (await api.db.select().from(tags)).map(({ slug, productCount }) => [slug, productCount]),
  );

describe('submitting', () => {
  it('stores a pending product, which only its submitter and moderators see', async () => {
    const ada = await member({ handle: 'ada' });
    const product = await submitted(ada);

    expect(product).toMatchObject({
      slug: 'figgle',
      status: 'pending',
      queuePlace: 1,
      descriptionHTML: '<p>With <strong>layers</strong>.</p>',
      tags: [
        { slug: 'design', name: 'Design' },
        { slug: 'drawing', name: 'Drawing' },
      ],
      submitter: { handle: 'ada' },
      approvedAt: null,
    });
    expect(await tagCounts()).toEqual({ design: 0, drawing: 0 });

    const open = async (headers?: Record<string, string>) => {
      const answered = await api.request('GET', '/api/products/figgle', { headers });
      return [answered.status, answered.headers.get('cache-control')];
    };
    const moderator = await member({ role: 'moderator' });
    const other = await member();
    expect(await open(ada.headers)).toEqual([200, 'private, no-store']);
    expect(await open(moderator.headers)).toEqual([200, 'private, no-store']);
    expect(await open(other.headers)).toEqual([404, 'private, no-store']);
    expect(await open()).toEqual([404, 'private, no-store']);
  });

  it('makes one product of twelve spellings of an address that arrive at once from different members', async () => {
    const spellings = [
      ...[
        'https://figgle.example',
        'http://figgle.example/',
        'https://www.figgle.example/',
        'figgle.example',
      ],
      ...['HTTPS://FIGGLE.EXAMPLE/', 'https://figgle.example:443/', 'http://figgle.example:80/index.html'],
      ...[
        'https://figgle.example/?utm_source=x',
        'https://figgle.example/?ref=y',
        'https://figgle.example/#top',
      ],
      ...['https://figgle.example./', 'https://%66iggle.example/?fbclid=1&gclid=2'],
    ];
    const members = await Promise.all(spellings.map(() => member()));

    const answers = await Promise.all(
      spellings.map((url, index) => submit(members[index] ?? { headers: { accessToken: '' } }, { url })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 409),
    ]);
    const [only, ...others] = await stored();
    expect(others).toEqual([]);
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({
        code: 'conflict',
        message: 'Figgle has already been submitted with this link and is waiting for a moderator.',
        fields: { url: expect.stringContaining('Figgle') },
        product: { id: only?.id, slug: 'figgle', name: 'Figgle', status: 'pending', isOwn: false },
      });
    }
  });

  it('gives each of several products of one name, submitted at once, a slug of its own', async () => {
    const members = await Promise.all(Array.from({ length: 9 }, () => member()));

    const answers = await Promise.all(
      members.map((who, index) => submit(who, { url: `https://figgle-${index}.example/` })),
    );

    expect(answers.map((answered) => productOf(answered).slug).sort()).toEqual([
      'figgle',
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `figgle-${number}`),
    ]);
  });

  it.each([
    [{ name: 'Fig\ngle' }, 'name'],
    [{ name: 'Fig\u202egle' }, 'name'],
    [{ name: '\u200b\u3164\u2800' }, 'name'],
    [{ name: ['Figgle'] }, 'name'],
    [{ name: null }, 'name'],
    [{ tagline: '\u{e0041}'.repeat(12) }, 'tagline'],
    [{ description: 'a\u0000b' }, 'description'],
    [{ description: 'a\ud800b' }, 'description'],
    [{ description: 5 }, 'description'],
    [{ url: '' }, 'url'],
    [{ url: 'not an address' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://figgle.example/a\u0000b' }, 'url'],
    [{ url: 'https://figgle.example/\n\u202eb' }, 'url'],
    [{ url: 'http://192.168.0.1/' }, 'url'],
    [{ url: 'https://localhost/' }, 'url'],
    [{ url: 'https://user:secret@figgle.example/' }, 'url'],
    [{ tags: ['!!'] }, 'tags.0'],
    [{ tags: ['\u3164'] }, 'tags.0'],
    [{ tags: {} }, 'tags'],
    [{ imageURL: '/api/images/AAAAAAAAAAAAAAAAAAAAAA' }, 'imageURL'],
    [{ imageURL: 'https://elsewhere.example/a.png' }, 'imageURL'],
  ])('refuses %j naming the field, and stores nothing', async (overrides, field) => {
    const answered = await submit(await member(), overrides);

    expect(answered).toMatchObject({
      status: 400,
      body: { code: 'bad_request', fields: { [field]: expect.stringMatching(/\.$/) } },
    });
    expect(await stored()).toEqual([]);
  });

  it('takes tags that are written differently for one', async () => {
    const { tags: written } = await submitted(await member(), {
      tags: ['UI Kit', 'ui-kit', 'Icons', 'icons'],
    });

    expect(written.map(({ slug }) => slug)).toEqual(['ui-kit', 'icons']);
  });
});

describe('editing', () => {
  it('shows other texts and tags of an approved product at once', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);

    const changes = { tagline: 'Draw with the whole team', description: '# New', tags: ['Drawing', 'Teams'] };
    const edited = productOf(await edit(ada, id, changes));

    expect(edited).toMatchObject({ status: 'approved', tagline: 'Draw with the whole team', slug: 'figgle' });
    expect(await tagCounts()).toEqual({ design: 0, drawing: 1, teams: 1 });
    expect((await api.request('GET', '/api/products/figgle')).body).toMatchObject({
      product: {
        descriptionHTML: '<h3 id="about-new">New</h3>',
        tags: [{ slug: 'drawing' }, { slug: 'teams' }],
      },
    });
  });

  it.each([
    [{ name: 'Doodle' }],
    [{ url: 'https://figgle.example/two' }],
    [{ name: 'Doodle', tagline: 'Doodle with the whole team', tags: ['Teams'] }],
  ])('keeps an approved product public as it is while an edit to %j waits', async (changes) => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);
    const before = await publicView();

    expect(productOf(await edit(ada, id, changes))).toMatchObject({
      ...changes,
      ...('tags' in changes && { tags: [{ slug: 'teams', name: 'Teams' }] }),
      status: 'pending',
      slug: 'figgle',
      queuePlace: 1,
      publishedVersion: {
        name: 'Figgle',
        url: 'https://figgle.example/',
        imageURL: '/api/tiles/Figgle.svg',
      },
    });

    api.deps().responseCache.clear();
    expect(await publicView()).toEqual(before);
    expect(await list(ada, 'pending')).toMatchObject({
      products: [{ id }],
      counts: { approved: 0, pending: 1, rejected: 0 },
    });
  });

  it('publishes other texts of a product whose edit is taken back', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);
    await edit(ada, id, { name: 'Doodle', tagline: 'Doodle with the whole team' });

    const edited = productOf(await edit(ada, id, { name: 'Figgle' }));

    expect(edited).toMatchObject({ status: 'approved', tagline: 'Doodle with the whole team' });
    expect(edited).not.toHaveProperty('publishedVersion');
    expect((await api.request('GET', '/api/products/figgle')).body).toMatchObject({
      product: { name: 'Figgle', tagline: 'Doodle with the whole team' },
    });
    expect(await api.db.select().from(productEdits)).toEqual([]);
  });

  it('keeps the URL of an edit that waits from being submitted', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);
    await edit(ada, id, { url: 'https://doodle.example/' });

    expect(await submit(await member(), { url: 'http://doodle.example' })).toMatchObject({
      status: 409,
      body: {
        message: 'Figgle is about to move to this link. A moderator is reviewing the change.',
        product: { id, slug: 'figgle', status: 'approved' },
      },
    });
    expect(await submit(ada, { url: 'http://doodle.example' })).toMatchObject({
      status: 409,
      body: { message: "You've already changed the link of Figgle to this one." },
    });
  });

  it('lets one of two edits that claim the same URL at once wait', async () => {
    const owners = await Promise.all([member(), member(), member()]);
    const ids: string[] = [];
    for (const [index, owner] of owners.entries()) {
      const { id } = await submitted(owner, { url: `https://figgle-${index}.example/` });
      await approve(id);
      ids.push(id);
    }

    const answers = await Promise.all(
      owners.map((owner, index) => edit(owner, ids[index] ?? '', { url: 'https://doodle.example/' })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await api.db.select().from(productEdits)).toMatchObject([{ url: 'https://doodle.example/' }]);
  });

  it('keeps the former slug of a renamed product, and gives it back with the name', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await edit(ada, id, { name: 'Doodle' });
    await approve(id);

    expect(await api.request('GET', '/api/products/figgle')).toMatchObject({
      status: 404,
      body: { fields: { movedTo: 'doodle' } },
    });
    await decide(id, 'rejected');
    expect(productOf(await edit(ada, id, { name: 'Figgle' })).slug).toBe('figgle');
    const slugs = await api.db.select().from(productSlugs).orderBy(asc(productSlugs.slug));
    expect(slugs.map(({ slug }) => slug)).toEqual(['doodle', 'figgle']);
  });

  it('submits a rejected product again, and forgets the reason', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await decide(id, 'rejected');
    expect(await list(ada, 'rejected')).toMatchObject({ products: [{ rejectionReason: 'It is a poem.' }] });

    const edited = productOf(await edit(ada, id, { tagline: 'It is a drawing tool' }));

    expect(edited).toMatchObject({ status: 'pending', queuePlace: 1 });
    expect(edited.rejectionReason).toBeUndefined();
  });

  it('changes nothing by an edit without changes', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);

    expect(productOf(await edit(ada, id, {}))).toMatchObject({ status: 'approved' });
    expect(productOf(await edit(ada, id, { ...draft, imageURL: null }))).toMatchObject({
      status: 'approved',
    });
    expect(await tagCounts()).toEqual({ design: 1, drawing: 1 });
  });

  it('refuses the address of another product, and leaves this one alone', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await submitted(await member(), { url: 'https://taken.example/', name: 'Taken' });

    expect(await edit(ada, id, { url: 'http://www.taken.example', name: 'Mine' })).toMatchObject({
      status: 409,
      body: { product: { slug: 'taken' } },
    });
    expect(await stored()).toMatchObject([
      { name: 'Figgle', url: 'https://figgle.example/' },
      { name: 'Taken' },
    ]);
  });

  it.each(['member', 'moderator'] as const)(
    'refuses another %s, and leaves the product alone',
    async (role) => {
      const { id } = await submitted(await member());
      const other = await member({ role });

      expect(await edit(other, id, { name: 'Hijacked' })).toMatchObject({ status: 404 });
      expect(await withdraw(other, id)).toMatchObject({ status: 404 });
      expect(await stored()).toMatchObject([{ name: 'Figgle', status: 'pending' }]);
    },
  );

  it('holds tag counts right while tags and texts are edited at once', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);
    const choices = [
      ['Design', 'Drawing'],
      ['Drawing'],
      ['Teams', 'Design'],
      ['Teams'],
      ['Drawing', 'Teams'],
    ];

    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) => edit(ada, id, { tags: choices[index % choices.length] })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
    const { body } = await api.request('GET', `${path}/${id}`, { headers: ada.headers });
    const carried = productOf({ body }).tags.map(({ slug }) => slug);
    expect(await tagCounts()).toEqual(
      Object.fromEntries(
        ['design', 'drawing', 'teams'].map((slug) => [slug, carried.includes(slug) ? 1 : 0]),
      ),
    );
  });
});

describe('withdrawing', () => {
  it.each(['pending', 'rejected'] as const)('deletes a %s product and frees its address', async (status) => {
    const ada = await member();
    const { id } = await submitted(ada);
    if (status === 'rejected') await decide(id, status);

    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });

    expect(await stored()).toEqual([]);
    expect((await submit(await member())).status).toBe(201);
  });

  it('removes a product that was approved, once', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);

    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });
    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });

    expect(await stored()).toMatchObject([{ status: 'removed', removedAt: testNow }]);
    expect(await tagCounts()).toEqual({ design: 0, drawing: 0 });
    expect(await searchFor('Figgle')).toEqual([]);
    expect((await api.request('GET', '/api/products/figgle')).status).toBe(410);
    expect(await edit(ada, id, { name: 'Again' })).toMatchObject({ status: 410 });
  });

  it('frees the URL of an approved product after 24 hours, for anyone', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);
    await withdraw(ada, id);
    const later = async (minutes: number) => {
      api.clock.now = new Date(testNow.getTime() + minutes * 60_000);
      return member({ createdAt: testNow });
    };
    const refused = (wait: string) => ({
      status: 409,
      body: {
        code: 'conflict',
        message: `Figgle was listed with this link and has been withdrawn. You can submit the link again in ${wait}.`,
        product: { id, status: 'removed' },
      },
    });

    expect(await submit(ada)).toMatchObject(refused('24 hours'));
    const almost = await later(24 * 60 - 1);
    expect(await submit(almost)).toMatchObject(refused('1 hour'));
    expect(await duplicateOf(almost)).toMatchObject({ id });

    const other = await later(24 * 60);
    expect(await duplicateOf(other)).toBeUndefined();
    const again = productOf(await submit(other));
    expect(again).toMatchObject({ status: 'pending', url: draft.url });
    expect(await stored()).toMatchObject([
      { id, status: 'removed', canonicalURL: null },
      { id: again.id, status: 'pending', canonicalURL: 'https://figgle.example' },
    ]);
    expect((await api.request('GET', '/api/products/figgle')).status).toBe(410);
    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });
    expect(await submit(await later(25 * 60))).toMatchObject({
      status: 409,
      body: { product: { id: again.id } },
    });
  });

  it('never frees the URL of a product that a moderator removed', async () => {
    await buildProduct(api.db, {
      name: 'Figgle',
      canonicalURL: 'https://figgle.example',
      status: 'removed',
      removedAt: new Date(testNow.getTime() - 400 * 24 * 60 * 60_000),
    });

    expect(await submit(await member())).toMatchObject({
      status: 409,
      body: { message: 'Figgle was listed with this link before and has been removed.' },
    });
  });

  it('removes a product together with the edit that waits', async () => {
    const ada = await member();
    const { id } = await submitted(ada);
    await approve(id);
    await edit(ada, id, { name: 'Doodle' });

    expect(await withdraw(ada, id)).toMatchObject({ status: 200 });

    expect(await stored()).toMatchObject([{ name: 'Figgle', status: 'removed', editStatus: null }]);
    expect(await api.db.select().from(productEdits)).toEqual([]);
    expect(await tagCounts()).toEqual({ design: 0, drawing: 0 });
  });
});

describe('the dashboard', () => {
  it('lists one’s own products by status, with counts and places in the queue', async () => {
    const ada = await member();
    await submitted(await member(), { url: 'https://first.example/' });
    const pending = await submitted(ada, { url: 'https://second.example/', name: 'Second' });
    const approved = await submitted(ada, { url: 'https://third.example/', name: 'Third' });
    await approve(approved.id);
    await buildProduct(api.db, { submitterId: ada.id, status: 'removed' });

    const counts = { approved: 1, pending: 1, rejected: 0 };
    expect(await list(ada, 'pending')).toMatchObject({
      products: [{ id: pending.id, queuePlace: 2 }],
      counts,
      nextCursor: null,
    });
    expect(await list(ada, 'approved')).toMatchObject({ products: [{ id: approved.id }], counts });
    expect(await list(ada, 'rejected')).toMatchObject({ products: [], counts });
  });

  it('leads through more products than fit a page', async () => {
    const ada = await member();
    // The first ones imported are not the first ones submitted.
    for (let minute = 0; minute < 103; minute += 1) {
      const createdAt = new Date(testNow.getTime() + minute * (minute % 2 ? -60_000 : 60_000));
      await buildProduct(api.db, { submitterId: ada.id, createdAt });
    }
    const page = z.object({
      products: z.array(z.object({ id: z.string(), createdAt: z.string() })),
      nextCursor: z.nullable(z.string()),
    });

    const first = page.parse(await list(ada, 'approved'));
    const second = page.parse(await list(ada, `approved&after=${first.nextCursor ?? ''}`));

    const listed = [...first.products, ...second.products];
    const instants = listed.map(({ createdAt }) => createdAt);
    expect(instants).toEqual(instants.toSorted().toReversed());
    const ids = listed.map(({ id }) => id);
    expect([first.products.length, second.products.length, new Set(ids).size]).toEqual([100, 3, 103]);
    expect(second.nextCursor).toBeNull();
  });
});

/** What visitors see of the products. */
async function publicView() {
  const page = await api.request('GET', '/api/products/figgle');
  const newest = await api.request('GET', '/api/products?sort=new');
  const hits = await searchFor('Figgle');
  expect([page.status, hits.length]).toEqual([200, 1]);
  return { page: page.body, newest: newest.body, hits, tags: (await api.request('GET', '/api/tags')).body };
}

async function duplicateOf({ headers }: Member) {
  const { body } = await api.request('GET', `/api/user/private/duplicates?url=${draft.url}`, { headers });
  return z.object({ duplicateOf: z.optional(z.unknown()) }).parse(body).duplicateOf;
}

/** Approves with what goes with it: tags counted, found by search. */
async function approve(id: string) {
  await decide(id, 'approved');
  await updateTagCountsOfProduct(api.db, id, 1);
  await refreshSearchDocuments(api.db, [id]);
  api.deps().responseCache.clear();
}

async function searchFor(query: string) {
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query } });
  return z.object({ hits: z.array(z.unknown()) }).parse(body).hits;
}
