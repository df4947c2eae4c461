import * as z from 'zod/mini';
import { buildProduct } from '../../setup/build';
import { setUpSubmissionCalls, submissionOf } from '../../setup/submission-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();
const { signedInUser, submit, createSubmission, list, storedProducts, approve, tagCounts } =
  setUpSubmissionCalls(api);

describe('submitting', () => {
  it('stores a pending product that only its submitter and moderators can see', async () => {
    const ada = await signedInUser({ handle: 'ada' });
    const product = await createSubmission(ada);

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
      const response = await api.request('GET', '/api/products/figgle', { headers });
      return [response.status, response.headers.get('cache-control')];
    };
    const moderator = await signedInUser({ role: 'moderator' });
    const other = await signedInUser();
    expect(await open(ada.headers)).toEqual([200, 'private, no-store']);
    expect(await open(moderator.headers)).toEqual([200, 'private, no-store']);
    expect(await open(other.headers)).toEqual([404, 'private, no-store']);
    expect(await open()).toEqual([404, 'private, no-store']);
  });

  it('creates one product when twelve users submit twelve spellings of one URL at the same time', async () => {
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
    const submitters = await Promise.all(spellings.map(() => signedInUser()));

    const answers = await Promise.all(
      spellings.map((url, index) => submit(submitters[index] ?? { headers: { accessToken: '' } }, { url })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 409),
    ]);
    expect(await storedProducts()).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/^This link belongs to a tool that isn't listed/),
        fields: { url: expect.stringMatching(/^This link belongs to a tool/) },
      });
    }
  });

  it('gives each product a different slug when nine with the same name are submitted at the same time', async () => {
    const submitters = await Promise.all(Array.from({ length: 9 }, () => signedInUser()));

    const answers = await Promise.all(
      submitters.map((user, index) => submit(user, { url: `https://figgle-${index}.example/` })),
    );

    expect(answers.map((response) => submissionOf(response).slug).sort()).toEqual([
      'figgle',
      ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `figgle-${number}`),
    ]);
  });

  it.each([
    [{ name: 'Fig\ngle' }, 'name'],
    [{ name: 'Fig\u2028gle' }, 'name'],
    [{ name: '\u200b\u3164\u2800' }, 'name'],
    [{ name: ['Figgle'] }, 'name'],
    [{ name: null }, 'name'],
    [{ tagline: '\u{e0041}'.repeat(12) }, 'tagline'],
    [{ description: 'a\u0000b' }, 'description'],
    [{ description: 'a\ud800b' }, 'description'],
    [{ description: 5 }, 'description'],
    [{ url: '' }, 'url'],
    [{ url: 'not a link' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://figgle.example/a\u0000b' }, 'url'],
    [{ url: 'https://figgle.example/\n\u202eb' }, 'url'],
    [{ url: 'http://192.168.0.1/' }, 'url'],
    [{ url: 'https://localhost/' }, 'url'],
    [{ url: 'https://user:secret@figgle.example/' }, 'url'],
    [{ tags: ['!!'] }, 'tags.0'],
    [{ tags: ['\u3164'] }, 'tags.0'],
    [{ tags: {} }, 'tags'],
    [{ iconURL: '/api/images/AAAAAAAAAAAAAAAAAAAAAA' }, 'iconURL'],
    [{ screenshotURL: '/api/images/AAAAAAAAAAAAAAAAAAAAAA' }, 'screenshotURL'],
    [{ iconURL: 'https://elsewhere.example/a.png' }, 'iconURL'],
    // The former name of a screenshot.
    [{ imageURL: 'https://elsewhere.example/a.png' }, 'screenshotURL'],
  ])('rejects %j, names the field and stores nothing', async (overrides, field) => {
    const response = await submit(await signedInUser(), overrides);

    expect(response).toMatchObject({
      status: 400,
      body: { code: 'bad_request', fields: { [field]: expect.stringMatching(/\.$/) } },
    });
    expect(await storedProducts()).toEqual([]);
  });

  it('treats different spellings of a tag as one tag', async () => {
    const { tags: storedTags } = await createSubmission(await signedInUser(), {
      tags: ['UI Kit', 'ui-kit', 'Icons', 'icons'],
    });

    expect(storedTags.map(({ slug }) => slug)).toEqual(['ui-kit', 'icons']);
  });
});

describe('the dashboard', () => {
  it('lists the products of the submitter by status, with counts and queue places', async () => {
    const ada = await signedInUser();
    await createSubmission(await signedInUser(), { url: 'https://first.example/' });
    const pending = await createSubmission(ada, { url: 'https://second.example/', name: 'Second' });
    const approved = await createSubmission(ada, { url: 'https://third.example/', name: 'Third' });
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

  it('returns more products than fit on a page through the cursor', async () => {
    const ada = await signedInUser();
    // The order of insertion differs from the order of submission.
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
