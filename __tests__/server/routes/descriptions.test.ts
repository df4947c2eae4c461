import { importProducts } from '@/server/commands/imports/import-products';
import type { ImportDraft } from '@/server/import/import-draft';
import { wideTable } from '../../setup/costly-markdown';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp();
const { submit, signedInUser, createSubmission, edit, storedProducts } = setUpSubmissionCalls(api);

const previewPath = '/api/user/private/descriptions/preview';

it('renders a description as on the product page', async () => {
  const { headers } = await signedInUser();
  const body = { description: '**Bold** <script>alert(1)</script> [x](javascript:alert(1))' };

  const response = await api.request('POST', previewPath, { headers, body });

  expect(response.body).toMatchObject({ descriptionHTML: expect.stringContaining('<strong>Bold</strong>') });
  expect(response.text).not.toMatch(/script>|javascript:/);
});

const message =
  'This description takes too long to format. Use fewer brackets, links, tables and nested lists, or make it shorter.';
const refusal = { status: 400, body: { code: 'bad_request', message, fields: { description: message } } };

it('refuses to submit a description that takes too long to format, and stores nothing', async () => {
  expect(await submit(await signedInUser(), { description: wideTable })).toMatchObject(refusal);
  expect(await storedProducts()).toEqual([]);
});

it('refuses an edit with such a description, and leaves the product alone', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada);
  const before = await storedProducts();

  expect(await edit(ada, id, { description: wideTable })).toMatchObject(refusal);
  expect(await storedProducts()).toEqual(before);
});

it('keeps the formatted description when an edit changes something else', async () => {
  const ada = await signedInUser();
  const { id } = await createSubmission(ada);

  await edit(ada, id, { tagline: 'Draw alone in the browser' });

  expect(await storedProducts()).toMatchObject([
    { description: 'With **layers**.', descriptionHTML: '<p>With <strong>layers</strong>.</p>' },
  ]);
});

it('refuses to preview such a description', async () => {
  const { headers } = await signedInUser();
  const body = { description: wideTable };

  expect(await api.request('POST', previewPath, { headers, body })).toMatchObject(refusal);
});

it('skips only the line with such a description in an import', async () => {
  const draft = (line: number, description: string): ImportDraft => ({
    line,
    name: `Tool ${line}`,
    tagline: 'A tool that was imported',
    hasOwnTagline: true,
    description,
    url: `https://tool-${line}.example/`,
    canonicalURL: `https://tool-${line}.example`,
    isRepeat: false,
    tags: ['Design'],
  });

  const outcomes = await importProducts(
    api.deps(),
    [draft(1, 'One.'), draft(2, wideTable), draft(3, 'Three.')],
    {
      isDryRun: false,
    },
  );

  expect(outcomes).toEqual([
    { line: 1, outcome: 'added' },
    { line: 2, outcome: 'skipped', reason: expect.objectContaining({ english: message }) },
    { line: 3, outcome: 'added' },
  ]);
  expect((await storedProducts()).map(({ descriptionHTML }) => descriptionHTML)).toEqual([
    '<p>One.</p>',
    '<p>Three.</p>',
  ]);
});
