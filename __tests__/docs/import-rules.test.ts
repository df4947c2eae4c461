import { readFileSync } from 'node:fs';
import { documentImportRules } from './import-rules';

it('documents the import rules that are enforced', async () => {
  const written = readFileSync('docs/architecture.md', 'utf8');

  expect(written).toBe(await documentImportRules());
});
