/** @jest-environment node */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { READ_BY_NAME } from '@/host/assemble';
import { closureOf, describePackage } from '@/host/package';

it('has npm install one package and what it needs, each in the version and with the hash of the lock file', async () => {
  const { manifest, shrinkwrap } = await describePackage();
  expect(Object.keys(manifest.dependencies)).toEqual(['sharp']);

  const locked = new Map(
    Object.entries(shrinkwrap.packages)
      .filter(([path]) => path !== '')
      .map(([path, entry]) => [path.replace('node_modules/', ''), entry]),
  );
  const common = [...locked.keys()].filter((name) => !name.startsWith('@img/sharp-'));
  // `tslib` is for the build in WebAssembly alone.
  expect(common.sort()).toEqual(['@img/colour', 'detect-libc', 'semver', 'sharp', 'tslib']);
  expect([...locked.keys()]).toEqual(
    expect.arrayContaining([
      '@img/sharp-linux-x64',
      '@img/sharp-darwin-arm64',
      '@img/sharp-libvips-linux-arm64',
    ]),
  );
  for (const entry of locked.values())
    expect(entry).toHaveProperty('integrity', expect.stringMatching(/^sha512-/));
});

it('follows a package to the copy that it has for itself', () => {
  const packages = {
    'node_modules/a': { dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': {},
    'node_modules/b': { dependencies: { d: '1' } },
    'node_modules/c': { optionalDependencies: { a: '1', absent: '1' } },
    'node_modules/d': {},
  };

  expect(Object.keys(closureOf('a', { packages }))).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
  ]);
});

// The trace of loaded files does not see through `createRequire`.
it('takes along every package that code loads by a name', () => {
  const sources = ['server', 'host', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  );
  const loaders = sources.filter((source) => source.includes('createRequire(import.meta.url)'));
  const names = loaders.flatMap((source) =>
    [...source.matchAll(/(?:createRequire\(import\.meta\.url\)(?:\.resolve)?|\bload)\('([^'/]+)/g)].map(
      ([, name = '']) => name,
    ),
  );

  expect(new Set(names)).toEqual(new Set(['simple-icons', 'spdx-license-ids', 'stopwords-iso']));
  const taken = READ_BY_NAME.map((path) => path.replace(/\/.*/, ''));
  expect(names.filter((name) => !taken.includes(name))).toEqual([]);
  expect(READ_BY_NAME.filter((path) => !existsSync(`node_modules/${path}`))).toEqual([]);
});
