import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';
import { format, resolveConfig } from 'prettier';

const config = z.object({
  forbidden: z.array(
    z.object({
      name: z.string(),
      comment: z.string(),
      from: z.object({ path: z.optional(z.string()) }),
    }),
  ),
  groups: z.array(z.object({ name: z.string(), paths: z.array(z.string()) })),
});

const file = 'docs/architecture.md';
const section = /(<!-- import rules: written by npm run docs -->)[\s\S]*(<!-- end of import rules -->)/;

/** docs/architecture.md with the import rules of `.dependency-cruiser.cjs` as a table. */
export async function documentImportRules(): Promise<string> {
  const require = createRequire(import.meta.url);
  const { forbidden, groups } = config.parse(require('../../.dependency-cruiser.cjs'));
  const isPackage = (name: string) => name.startsWith('package ');
  const isFolder = (name: string) => /^(pages|components|hooks|lib|server|host)(\/|$)/.test(name);
  const rows = (names: (name: string) => boolean) =>
    forbidden.filter(({ name }) => names(name)).map(({ name, comment }) => ({ name, comment }));
  const table = (head: string, entries: { name: string; comment: string }[]) =>
    [head, '| --- | --- |', ...entries.map(({ name, comment }) => `| ${name} | ${comment} |`)].join('\n');
  const code = ({ name, comment }: { name: string; comment: string }) => ({ name: `\`${name}\``, comment });
  const group = ({ name, paths }: { name: string; paths: string[] }) => ({
    name,
    comment: paths.map((path) => `\`${path}\``).join(', '),
  });
  const text = [
    table('| group | paths |', groups.map(group)),
    table('| folder or file | may import from the project |', rows(isFolder).map(code)),
    table(
      '| package | may be imported by |',
      rows(isPackage).map(({ name, comment }) => code({ name: name.replace('package ', ''), comment })),
    ),
    table(
      '| rule | meaning |',
      rows((name) => !isFolder(name) && !isPackage(name)),
    ),
  ]
    .join('\n\n')
    .replaceAll(/`([^`]*)\(([^`]*)\)([^`]*)`/g, (_, before: string, names: string, after: string) =>
      names
        .split('|')
        .map((name) => `\`${before}${name}${after}\``)
        .join(', '),
    );
  const written = readFileSync(file, 'utf8').replace(section, `$1\n\n${text}\n\n$2`);
  return format(written, { ...(await resolveConfig(file)), filepath: file });
}

if (process.argv.includes('--write')) writeFileSync(file, await documentImportRules());
