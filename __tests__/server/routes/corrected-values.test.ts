import { findProductCall } from '@/lib/contract/product';
import { readSiteFile } from '@/server/fields/site-file';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTestApp } from '../../setup/test-app';

const fields = readSiteFile(
  JSON.stringify({
    fields: [
      { key: 'foundry', label: 'Foundry', type: 'text', required: true },
      { key: 'cost', label: 'Cost', type: 'money', currency: 'EUR' },
      { key: 'variable', label: 'Variable', type: 'boolean' },
    ],
  }),
  'site.json',
);
const api = setUpTestApp({ fields });
const { buildModerator, signedInUser, createSubmission, approve, ...calls } = setUpModerationCalls(api);

const correct = (headers: Record<string, string>, id: string, values: object) =>
  api.request('PATCH', `/api/moderation/products/${id}/fields`, { headers, body: { fields: values } });
const factsOf = async (slug: string) => {
  const { body } = await api.request('GET', `/api/products/${slug}`);
  const { facts = [] } = findProductCall.answer.parse(body).product;
  return facts.map(({ key, value, source, checkedAt }) => [key, value, source, checkedAt.slice(0, 10)]);
};

/** A listed product with two values of its submitter, and a moderator two days later. */
async function setUp() {
  const moderator = await buildModerator('mo');
  const submitter = await signedInUser();
  const { id } = await createSubmission(submitter, { fields: { foundry: 'Klim', cost: '49' } });
  await approve(moderator.headers, id);
  expect(await factsOf('figgle')).toEqual([
    ['foundry', 'Klim', 'submitter', '2026-06-01'],
    ['cost', 49, 'submitter', '2026-06-01'],
  ]);
  calls.advanceClock(2 * 24 * 60);
  return { moderator, submitter, id };
}

afterEach(() => calls.advanceClock(-2 * 24 * 60));

it('dates what a moderator corrects, confirms and removes, and writes one audit entry with both values', async () => {
  const { moderator, id } = await setUp();
  const { status } = await correct(moderator.headers, id, { foundry: 'Klim', cost: null, variable: 'yes' });

  expect(status).toBe(200);
  expect(await factsOf('figgle')).toEqual([
    ['foundry', 'Klim', 'moderator', '2026-06-03'],
    ['variable', true, 'moderator', '2026-06-03'],
  ]);
  expect((await calls.auditLog()).slice(1)).toMatchObject([
    {
      actorId: moderator.id,
      actorHandle: 'mo',
      action: 'product.correct',
      subjectId: id,
      details: {
        name: 'Figgle',
        slug: 'figgle',
        fields: {
          foundry: { before: 'Klim', after: 'Klim' },
          cost: { before: 49, after: null },
          variable: { before: null, after: true },
        },
      },
    },
  ]);
});

it('leaves the values alone that a moderator does not name', async () => {
  const { moderator, id } = await setUp();
  await correct(moderator.headers, id, { cost: '59' });
  expect(await factsOf('figgle')).toEqual([
    ['foundry', 'Klim', 'submitter', '2026-06-01'],
    ['cost', 59, 'moderator', '2026-06-03'],
  ]);
});

it('keeps the submitter as the source of what an approved edit changes, and the correction of the rest', async () => {
  const { moderator, submitter, id } = await setUp();
  await calls.editSubmission(submitter, id, { name: 'Doodle', fields: { foundry: 'Grilli' } });
  const [queued] = (await calls.listQueue(moderator)).products;
  await correct(moderator.headers, id, { foundry: 'Klim Type', cost: '59' });
  expect(await factsOf('figgle')).toEqual([
    ['foundry', 'Klim Type', 'moderator', '2026-06-03'],
    ['cost', 59, 'moderator', '2026-06-03'],
  ]);

  expect((await approve(moderator.headers, id, queued?.updatedAt)).status).toBe(200);
  expect(await factsOf('doodle')).toEqual([
    ['foundry', 'Grilli', 'submitter', '2026-06-03'],
    ['cost', 59, 'moderator', '2026-06-03'],
  ]);
});

it.each([
  [{ foundry: '' }, 400, { 'fields.foundry': 'Fill this in.' }],
  [{ cost: 'a lot' }, 400, { 'fields.cost': 'Use an amount in EUR, such as 12.50.' }],
  [{}, 400, { fields: 'Change a detail, or confirm the others.' }],
])('refuses %j, and changes nothing', async (values, status, problems) => {
  const { moderator, id } = await setUp();
  expect(await correct(moderator.headers, id, values)).toMatchObject({ status, body: { fields: problems } });
  expect((await factsOf('figgle')).map(([, , source]) => source)).toEqual(['submitter', 'submitter']);
  expect(await calls.auditLog()).toHaveLength(1);
});

it('corrects a discontinued product, and no product that waits for a decision', async () => {
  const { headers } = await buildModerator();
  const { id } = await buildProduct(api.db, { slug: 'gone', status: 'discontinued' });
  const { id: pendingId, name } = await createSubmission(await signedInUser(), {
    fields: { foundry: 'Klim' },
  });

  expect((await correct(headers, id, { cost: 5 })).status).toBe(200);
  expect(await correct(headers, pendingId, { cost: 5 })).toMatchObject({
    status: 409,
    body: { message: `${name} isn't listed.` },
  });
});
