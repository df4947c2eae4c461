import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { readServingEnv } from '@/server/config/env';
import { CODE_FOLDERS } from '@/host/texts/code-folders';

const example = parse(readFileSync('.env.example'));

function variablesReadBy(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '');
  const names = [
    ...text.matchAll(
      /process\.env\.([A-Z][A-Z0-9_]+)\b|^ {2}([A-Z][A-Z0-9_]+):|^ {4}\w+: '([A-Z][A-Z0-9_]+)',$/gm,
    ),
  ];
  // NODE_ENV is set by the commands.
  return names.flatMap(([, ...found]) => found.filter((name) => name && name !== 'NODE_ENV'));
}

const known = new Set(
  [
    ...['env', 'env-parts', 'notice-env', 'analytics-env', 'operator-env'].map(
      (name) => `server/config/${name}.ts`,
    ),
    'lib/env.ts',
  ].flatMap(variablesReadBy),
);

it('lists exactly the variables that the code reads', () => {
  expect(Object.keys(example).sort()).toEqual([...known].sort());
});

it('is a valid configuration as it is', () => {
  expect(readServingEnv(example)).toMatchObject({
    appEnv: 'production',
    host: '127.0.0.1',
    port: 3000,
    serverURL: '/api',
  });
});

// NEXT_PHASE is set by Next during the build and is not configuration.
it('only env files and build scripts read process.env', () => {
  const files = CODE_FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const readers = files.filter((file) => /process\.env\b(?!\.NEXT_PHASE)/.test(readFileSync(file, 'utf8')));

  expect(readers.sort()).toEqual([
    'host/build.ts',
    'host/commands.ts',
    'host/demo.ts',
    'lib/env.ts',
    'server/cli/config.ts',
    'server/config/env-file.ts',
  ]);
});
