import * as z from 'zod/mini';
import { provideCatalog } from '@/lib/texts/language';
import { reviewFields } from '@/server/commands/submissions/review-fields';
import { readSiteFile } from '@/server/fields/site-file';
import { productValues } from '@/server/db/schema';
import { speakGerman } from '../../setup/german';
import { setUpSubmissionCalls, submissionOf } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const fonts = (...more: object[]) =>
  JSON.stringify({
    fields: [
      { key: 'foundry', label: 'Foundry', type: 'text', required: true },
      { key: 'cost', label: 'Cost', type: 'money', currency: 'EUR' },
      { key: 'variable', label: 'Variable', type: 'boolean' },
      ...more,
    ],
  });
let site = fonts();
const api = setUpTestApp(() => ({ fields: readSiteFile(site, 'site.json') }));
const { signedInUser, submit, createSubmission, edit, approve } = setUpSubmissionCalls(api);
beforeEach(() => {
  site = fonts();
});

const factsOf = async (slug: string): Promise<unknown> => {
  const { body } = await api.request('GET', `/api/products/${slug}`);
  return body;
};
const facts = (...entries: [label: string, text: string][]) => ({
  product: {
    facts: entries.map(([label, text]) => ({
      key: label.toLowerCase(),
      label,
      parts: [{ text }],
      source: 'submitter',
      checkedAt: '2026-06-01T12:00:00.000Z',
    })),
  },
});

it('asks for the declared fields, and shows their values with source and date on the page of the product', async () => {
  expect((await api.request('GET', '/api/fields')).body).toMatchObject({
    fields: [
      { key: 'foundry', isRequired: true, control: { kind: 'line' } },
      { key: 'cost', isRequired: false, control: { kind: 'line', unit: 'EUR' } },
      { key: 'variable', control: { kind: 'one-of' } },
    ],
  });
  const fields = { foundry: 'Klim', cost: '49.00', variable: 'yes' };
  const { id, fields: kept } = await createSubmission(await signedInUser(), { fields });
  await approve(id);

  expect(kept).toEqual({ foundry: 'Klim', cost: 49, variable: true });
  expect(await factsOf('figgle')).toMatchObject(
    facts(['Foundry', 'Klim'], ['Cost', '€49'], ['Variable', 'Yes']),
  );
});

it.each([
  [{}, { 'fields.foundry': 'Fill this in.' }],
  [{ foundry: 'Klim', cost: 'a lot' }, { 'fields.cost': 'Use an amount in EUR, such as 12.50.' }],
  [
    { foundry: 'Klim', colour: 'red' },
    { 'fields.colour': 'This field does not exist. Reload the page to see the present ones.' },
  ],
])('refuses a submission with the fields %j, and stores nothing', async (fields, problems) => {
  const { status, body } = await submit(await signedInUser(), { fields });

  expect([status, body]).toMatchObject([400, { code: 'bad_request', fields: problems }]);
  expect(await api.db.$count(productValues)).toBe(0);
});

it('changes and removes values at once, and dates only those that changed', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { fields: { foundry: 'Klim', cost: 49, variable: true } });
  await approve(id);
  await factsOf('figgle');
  api.clock.now = new Date('2026-06-03T12:00:00.000Z');

  await edit(ada, id, { fields: { foundry: 'Klim', cost: '59', variable: null } });
  expect(await factsOf('figgle')).toMatchObject({
    product: {
      facts: [
        { key: 'foundry', checkedAt: '2026-06-01T12:00:00.000Z' },
        { key: 'cost', parts: [{ text: '€59' }], checkedAt: '2026-06-03T12:00:00.000Z' },
      ],
    },
  });
});

it('keeps the values of an edit back until a moderator has approved it', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { fields: { foundry: 'Klim' } });
  await approve(id);

  const edited = submissionOf(await edit(ada, id, { name: 'Doodle', fields: { foundry: 'Grilli' } }));
  expect(edited.fields).toEqual({ foundry: 'Grilli' });
  expect(await factsOf('figgle')).toMatchObject(facts(['Foundry', 'Klim']));

  const { headers } = await signedInUser({ role: 'moderator' });
  await api.request('POST', `/api/moderation/products/${id}/approve`, { headers });
  expect(await factsOf('doodle')).toMatchObject(facts(['Foundry', 'Grilli']));
});

it('keeps every value when fields are renamed, retyped and removed, and says before what that would do', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada, { fields: { foundry: 'Klim', cost: 49, variable: true } });
  await approve(id);
  const changed = JSON.stringify({
    fields: [
      { key: 'maker', label: 'Maker', type: 'text', formerKeys: ['foundry'] },
      { key: 'cost', label: 'Cost', type: 'date' },
    ],
  });

  const stored = { storedCount: 1, shownNowCount: 1 };
  speakGerman({ 'field.dateExpected': 'Gib ein Datum an.' });
  const reviews = await reviewFields(api.deps(), { text: changed, name: 'new.json' });
  provideCatalog(undefined);
  // The terminal shows it.
  expect(reviews).toEqual([
    {
      ...stored,
      key: 'cost',
      shownThenCount: 0,
      shownAs: 'cost',
      problem: "49 can't be read. Use a date, such as 2026-01-31.",
    },
    { ...stored, key: 'foundry', shownThenCount: 1, shownAs: 'maker', problem: null },
    { ...stored, key: 'variable', shownThenCount: 0, shownAs: null, problem: null },
  ]);
  site = changed;
  api.deps().responseCache.clear();
  expect(await factsOf('figgle')).toMatchObject(facts(['Maker', 'Klim']));
  await edit(ada, id, { fields: { maker: 'Grilli' } });

  site = fonts();
  api.deps().responseCache.clear();
  expect(await factsOf('figgle')).toMatchObject(facts(['Cost', '€49'], ['Variable', 'Yes']));
});

it('exports the values of a member with their products', async () => {
  const ada = await signedInUser();
  await createSubmission(ada, { fields: { foundry: 'Klim' } });

  const { body } = await api.request('GET', '/api/user/private/export', { headers: ada.headers });
  expect(JSON.stringify(body)).toContain('"field":"foundry","value":"Klim","source":"submitter"');
});

it('shows the values of fields for lists in every list, with the label where the value says nothing alone', async () => {
  site = JSON.stringify({
    fields: [
      { key: 'foundry', label: 'Foundry', type: 'text', list: true },
      { key: 'cost', label: 'Cost', type: 'money', currency: 'EUR' },
      { key: 'variable', label: 'Variable', type: 'boolean', list: true },
      { key: 'weights', label: 'Weights', type: 'number', list: true },
      { key: 'size', label: 'Size', type: 'number', unit: 'KB', list: true },
    ],
  });
  const ada = await signedInUser();
  const fields = { foundry: 'Klim', cost: '49.00', variable: 'no', weights: '9' };
  const { id, slug } = await createSubmission(ada, { fields });
  await approve(id);
  await api.request('PUT', `/api/user/private/bookmarks/${id}`, ada);

  const handle = z.object({ product: z.object({ submitter: z.object({ handle: z.string() }) }) });
  const { product } = handle.parse(await factsOf(slug));
  const lists = await Promise.all([
    api.request('GET', '/api/products'),
    api.request('GET', `/api/users/${product.submitter.handle}`),
    api.request('GET', '/api/user/private/bookmarks', ada),
  ]);
  const shown = ['Klim', 'Variable: No', 'Weights: 9'];
  const answer = z.object({
    products: z.array(z.object({ listedFacts: z.array(z.object({ text: z.string() })) })),
  });
  expect(
    lists.map(({ body }) => answer.parse(body).products[0]?.listedFacts.map(({ text }) => text)),
  ).toEqual([shown, shown, shown]);

  site = fonts();
  api.deps().responseCache.clear();
  const { body } = await api.request('GET', '/api/products');
  expect(JSON.stringify(body)).not.toContain('listedFacts');
});
