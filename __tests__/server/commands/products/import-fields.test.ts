import { Readable } from 'node:stream';
import { createExtrasReader, fieldNamesOf } from '@/server/commands/imports/import-fields';
import { ImportRun } from '@/server/cli/import-run';
import { importProducts } from '@/server/commands/imports/import-products';
import type { ImportFormat } from '@/lib/contract/import';
import { ColumnMatcher } from '@/server/import/formats/column-matcher';
import { readImport } from '@/server/import/formats/read-import';
import { importedFields as fields } from '../../../setup/imported-fields';
import { setUpTestApp } from '../../../setup/test-app';
import { shown } from '../../../setup/shown';

const api = setUpTestApp({ fields });

async function importText(format: ImportFormat, text: string, mapped: string[] = []) {
  const run = new ImportRun({
    importBatch: (drafts) => importProducts(api.deps(), drafts, { isDryRun: false }),
    readExtras: createExtrasReader(fields, mapped),
  });
  const matcher = new ColumnMatcher(undefined, { fieldNames: fieldNamesOf(fields) });
  await run.importAll(readImport(format, Readable.from([text]), { matcher }), () => false);
  expect(run.counts.skipped).toBe(0);
  api.deps().responseCache.clear();
  return { counts: run.counts, leftOut: run.notes.first };
}

async function factsOf(slug: string): Promise<unknown> {
  const { body } = await api.request('GET', `/api/products/${slug}`);
  return body;
}
const facts = (...entries: [key: string, ...texts: string[]][]) => ({
  product: {
    facts: entries.map(([key, ...texts]) => ({
      key,
      source: 'import',
      parts: texts.map((text) => ({ text })),
    })),
  },
});

it('takes columns by name, label or --map, leaves out what a field cannot read, and says so by line', async () => {
  const csv =
    'name,url,licence,Runs on\nAda,https://ada.example,mit,linux; Web\nBob,https://bob.example,BSD,BeOS\n';
  expect(await importText('csv', csv, ['licence=license'])).toMatchObject({
    counts: { added: 2 },
    leftOut: [
      {
        line: 3,
        reason: 'Open source left out: “BSD”. Use an SPDX identifier, such as MIT or GPL-3.0-only.',
      },
      { line: 3, reason: 'Runs on left out: “BeOS”. Choose from: Web, Linux.' },
    ],
  });
  expect(await factsOf('ada')).toMatchObject(facts(['license', 'MIT'], ['runs', 'Web', 'Linux']));
  expect(await factsOf('bob')).not.toHaveProperty('product.facts');

  const json = JSON.stringify([{ name: 'Ada', url: 'https://ada.example', license: 'ISC', runs: ['web'] }]);
  expect(await importText('json', json)).toMatchObject({ counts: { updated: 1 }, leftOut: [] });
  expect(await factsOf('ada')).toMatchObject(facts(['license', 'ISC'], ['runs', 'Web']));
  expect(await importText('json', json)).toMatchObject({ counts: { listed: 1 } });
});

it('reads what the lines of a list say at their end, and keeps it out of the taglines', async () => {
  const list = `# List
## Tools
- [Ada](https://ada.example) - Tracks visits without cookies. ([Demo](https://demo.ada.example)) \`MIT\` \`Linux\`
- [Bob](https://bob.example) - Sends mail to many people. \`AGPL-3.0\` \`Nodejs\`
- [Cy](https://cy.example) - Keeps notes in plain files. **License:** Apache-2.0
- [Dee](https://dee.example) - Shows what changed since the last \`commit\`
`;
  expect(await importText('markdown', list)).toEqual({
    counts: { added: 4, updated: 0, listed: 0, skipped: 0 },
    leftOut: [{ line: 4, reason: '“Nodejs” left out. No field has this value.' }],
  });
  expect(await factsOf('ada')).toMatchObject(facts(['license', 'MIT'], ['runs', 'Linux']));
  expect(await factsOf('bob')).toMatchObject({
    product: { tagline: 'Sends mail to many people.', ...facts(['license', 'AGPL-3.0']).product },
  });
  expect(await factsOf('cy')).toMatchObject({
    product: { tagline: 'Keeps notes in plain files.', ...facts(['license', 'Apache-2.0']).product },
  });
  expect(await factsOf('dee')).toMatchObject({
    product: { tagline: 'Shows what changed since the last commit' },
  });
});

it('leaves out a mark that several fields know', () => {
  const [, runs] = fields;
  const others = runs ? [...fields, { ...runs, key: 'made-with', label: 'Made with', formerKeys: [] }] : [];
  expect(shown(createExtrasReader(others, [])({ marks: ['Linux', 'MIT'] }))).toEqual({
    values: { license: 'MIT' },
    problems: ['“Linux” left out. Several fields have this value.'],
  });
});

it('refuses a --map to a field that is not declared', () => {
  expect(() => createExtrasReader(fields, ['Cost=price'])).toThrow(
    '--map Cost=price names no field. Write COLUMN=FIELD; the declared fields are: license, runs.',
  );
});
