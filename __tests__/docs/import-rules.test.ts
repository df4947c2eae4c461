import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import { documentImportRules } from './import-rules';
import { CODE_FOLDERS } from '@/host/texts/code-folders';

it('documents the import rules that are enforced', async () => {
  const written = readFileSync('docs/architecture.md', 'utf8');

  expect(written).toBe(await documentImportRules());
});

const config = '.dependency-cruiser.cjs';
const rules = z.object({
  forbidden: z.array(z.object({ name: z.string(), to: z.object({ path: z.string().optional() }) })),
});
const cruised = z.object({
  modules: z.array(z.object({ dependencies: z.array(z.object({ resolved: z.string() })) })),
});

it('sees an import of every package that only some files may import', () => {
  const output = execFileSync(
    'node_modules/.bin/depcruise',
    ['--config', config, '--output-type', 'json', ...CODE_FOLDERS],
    { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  const resolved = cruised
    .parse(JSON.parse(output))
    .modules.flatMap(({ dependencies }) => dependencies.map((dependency) => dependency.resolved));
  const { forbidden } = rules.parse(createRequire(import.meta.url)(`../../${config}`));
  const doors = forbidden.filter(({ name }) => name.startsWith('package '));
  const unseen = doors.filter(({ to }) => !resolved.some((path) => new RegExp(to.path ?? '$^').test(path)));

  expect(doors.length).toBeGreaterThan(10);
  expect(unseen.map(({ name }) => name)).toEqual([]);
});
