import { readFileSync } from 'node:fs';
import { documentSiteFile } from './site-schema';

const read = (name: string) => readFileSync(name, 'utf8');

it('ships the schema that the types of fields make', async () => {
  expect(read('site.schema.json')).toBe(await documentSiteFile());
});
