import { productEdits, productSlugs } from '@/server/db/schema';
import { draft, setUpSubmissionCalls, submissionOf, submissionsPath } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const {
  signedInUser,
  submit,
  createSubmission,
  edit,
  withdraw,
  list,
  storedProducts,
  setStatus,
  approve,
  tagCounts,
  searchFor,
} = setUpSubmissionCalls(api);

describe('editing', () => {
  it('publishes new texts and tags of an approved product immediately', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);

    const changes = { tagline: 'Draw with the whole team', description: '# New', tags: ['Drawing', 'Teams'] };
    const edited = submissionOf(await edit(ada, id, changes));

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
  ])(
    'shows the published version of an approved product to the public while an edit to %j is in the queue',
    async (changes) => {
      const ada = await signedInUser();
      const { id } = await createSubmission(ada);
      await approve(id);
      const before = await publicView();

      expect(submissionOf(await edit(ada, id, changes))).toMatchObject({
        ...changes,
        ...('tags' in changes && { tags: [{ slug: 'teams', name: 'Teams' }] }),
        status: 'pending',
        slug: 'figgle',
        queuePlace: 1,
        publishedVersion: {
          name: 'Figgle',
          url: 'https://figgle.example/',
          iconURL: '/api/tiles/Figgle.svg',
          screenshotURL: null,
          imageURL: '/api/tiles/Figgle.svg',
        },
      });

      api.deps().responseCache.clear();
      expect(await publicView()).toEqual(before);
      expect(await list(ada, 'pending')).toMatchObject({
        products: [{ id }],
        counts: { approved: 0, pending: 1, rejected: 0 },
      });
    },
  );

  it('publishes the new texts of a product when its other changes are undone', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);
    await edit(ada, id, { name: 'Doodle', tagline: 'Doodle with the whole team' });

    const edited = submissionOf(await edit(ada, id, { name: 'Figgle' }));

    expect(edited).toMatchObject({ status: 'approved', tagline: 'Doodle with the whole team' });
    expect(edited).not.toHaveProperty('publishedVersion');
    expect((await api.request('GET', '/api/products/figgle')).body).toMatchObject({
      product: { name: 'Figgle', tagline: 'Doodle with the whole team' },
    });
    expect(await api.db.select().from(productEdits)).toEqual([]);
  });

  it('does not allow a submission of a URL that an edit in the queue uses', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);
    await edit(ada, id, { url: 'https://doodle.example/' });

    expect(
      await submit(await signedInUser({ role: 'moderator' }), { url: 'http://doodle.example' }),
    ).toMatchObject({
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

  it('accepts one of three edits to the same URL that arrive at the same time', async () => {
    const owners = await Promise.all([signedInUser(), signedInUser(), signedInUser()]);
    const ids: string[] = [];
    for (const [index, owner] of owners.entries()) {
      const { id } = await createSubmission(owner, { url: `https://figgle-${index}.example/` });
      await approve(id);
      ids.push(id);
    }

    const answers = await Promise.all(
      owners.map((owner, index) => edit(owner, ids[index] ?? '', { url: 'https://doodle.example/' })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await api.db.select().from(productEdits)).toMatchObject([{ url: 'https://doodle.example/' }]);
  });

  it('gives a waiting product the slug of its new name in place of the former one', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    const slugs = async () => (await api.db.select().from(productSlugs)).map(({ slug }) => slug);
    for (const [name, slug] of [
      ['Doodle', 'doodle'],
      ['Figgle', 'figgle'],
    ] as const) {
      expect(submissionOf(await edit(ada, id, { name })).slug).toBe(slug);
      expect(await slugs()).toEqual([slug]);
    }
  });

  it('resubmits a rejected product on edit, and clears the rejection reason', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await setStatus(id, 'rejected');
    expect(await list(ada, 'rejected')).toMatchObject({ products: [{ rejectionReason: 'It is a poem.' }] });

    const edited = submissionOf(await edit(ada, id, { tagline: 'It is a drawing tool' }));

    expect(edited).toMatchObject({ status: 'pending', queuePlace: 1 });
    expect(edited.rejectionReason).toBeUndefined();
  });

  it('changes nothing when an edit contains no changes', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await approve(id);

    expect(submissionOf(await edit(ada, id, {}))).toMatchObject({ status: 'approved' });
    expect(submissionOf(await edit(ada, id, { ...draft, iconURL: null }))).toMatchObject({
      status: 'approved',
    });
    expect(await tagCounts()).toEqual({ design: 1, drawing: 1 });
  });

  it('rejects the URL of another product, and does not change the edited product', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
    await createSubmission(await signedInUser(), { url: 'https://taken.example/', name: 'Taken' });

    expect(await edit(ada, id, { url: 'http://www.taken.example', name: 'Mine' })).toMatchObject({
      status: 409,
      body: { fields: { url: expect.stringMatching(/^This link belongs to a tool that isn't listed/) } },
    });
    expect(await storedProducts()).toMatchObject([
      { name: 'Figgle', url: 'https://figgle.example/' },
      { name: 'Taken' },
    ]);
  });

  it.each(['member', 'moderator'] as const)(
    'returns 404 to another user with the role %s, and does not change the product',
    async (role) => {
      const { id } = await createSubmission(await signedInUser());
      const other = await signedInUser({ role });

      expect(await edit(other, id, { name: 'Hijacked' })).toMatchObject({ status: 404 });
      expect(await withdraw(other, id)).toMatchObject({ status: 404 });
      expect(await storedProducts()).toMatchObject([{ name: 'Figgle', status: 'pending' }]);
    },
  );

  it('keeps tag counts correct while edits of the tags run at the same time', async () => {
    const ada = await signedInUser();
    const { id } = await createSubmission(ada);
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
    const { body } = await api.request('GET', `${submissionsPath}/${id}`, { headers: ada.headers });
    const tagSlugs = submissionOf({ body }).tags.map(({ slug }) => slug);
    expect(await tagCounts()).toEqual(
      Object.fromEntries(
        ['design', 'drawing', 'teams'].map((slug) => [slug, tagSlugs.includes(slug) ? 1 : 0]),
      ),
    );
  });
});

/** Returns what visitors see of the product and its tags. */
async function publicView() {
  const page = await api.request('GET', '/api/products/figgle');
  const newest = await api.request('GET', '/api/products?sort=new');
  const hits = await searchFor('Figgle');
  expect([page.status, hits.length]).toEqual([200, 1]);
  return { page: page.body, newest: newest.body, hits, tags: (await api.request('GET', '/api/tags')).body };
}
