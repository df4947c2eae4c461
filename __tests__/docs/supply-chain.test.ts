import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        license: z.optional(z.string()),
        dev: z.optional(z.boolean()),
        version: z.optional(z.string()),
        optionalDependencies: z.optional(z.record(z.string(), z.string())),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));

const manifest = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));

type Package = { name: string; version: string; license: string | undefined; isShipped: boolean };

const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, { license, dev = false, version = '' }]): Package => ({
    name: path.replace(/^.*node_modules\//, ''),
    version,
    license,
    isShipped: !dev,
  }));

/** Licenses that ask for nothing but their notice. */
const allowed = [
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
  ],
  ...['CC0-1.0', 'Zlib'],
];

/** Other licenses, each with the packages that may have it and the reason. */
const exceptions = [
  {
    license: 'LGPL-3.0-or-later',
    packages: /^@img\/sharp-/,
    reason: 'libvips, an unmodified shared library that anyone can replace',
  },
  { license: 'OFL-1.1', packages: /^@fontsource/, reason: 'a font, which is not sold by itself' },
  {
    license: 'CC-BY-4.0',
    packages: /^caniuse-lite$/,
    reason: 'data for the build, credited in its own package',
  },
  {
    license: 'none',
    packages: /^hogan\.js$/,
    reason: 'a tool of the tests, under the Apache License 2.0 by its own file',
    isDevelopmentOnly: true,
  },
  {
    license: 'MIT/X11',
    packages: /^mkdirp$/,
    reason: 'an old name of the MIT license, in a tool of the tests',
    isDevelopmentOnly: true,
  },
  {
    license: 'Python-2.0',
    packages: /^argparse$/,
    reason: 'in a tool of the tests, which makes a part of the font',
    isDevelopmentOnly: true,
  },
  {
    license: 'MPL-2.0',
    packages: /^(?:lightningcss|axe-core$|@axe-core\/)/,
    reason: 'unmodified tools of the build and the tests, which are not shipped',
    isDevelopmentOnly: true,
  },
];

/** `@next/swc-linux-x64-gnu` and `@next/swc-darwin-arm64` are builds of one package for different platforms. */
const familyOf = (name: string) =>
  name.replace(/-(?:android|darwin|freebsd|linux|openharmony|wasm32|win32)\b.*$/, '');

/** npm records no license for builds that it did not install. Another build of the same package has it. */
const licenseOf = ({ name, license }: Package) =>
  license ??
  packages.find((other) => other.license && familyOf(other.name) === familyOf(name))?.license ??
  'none';

function isAllowed(each: Package, license: string): boolean {
  if (allowed.includes(license)) return true;
  return exceptions.some(
    (exception) =>
      exception.license === license &&
      exception.packages.test(each.name) &&
      !(exception.isDevelopmentOnly && each.isShipped),
  );
}

it('depends only on packages with an allowed license', () => {
  const refused = packages.filter((each) => {
    const choices = licenseOf(each).replace(/[()]/g, '').split(' OR ');
    return !choices.some((choice) => choice.split(' AND ').every((license) => isAllowed(each, license)));
  });

  expect(refused.map((each) => `${each.name}: ${licenseOf(each)}`)).toEqual([]);
});

it('pins the exact version of every direct dependency', () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
  );

  expect(loose).toEqual([]);
});

// npm drops them when it writes the lock file beside installed packages.
it('locks the builds of packages for other platforms, too', () => {
  const names = new Set(packages.map(({ name }) => name));
  const optional = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );

  expect(optional).toContain('@next/swc-darwin-arm64');
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});

it('lists every direct dependency in the bill of materials', () => {
  const command = ['run', '--silent', 'sbom'];
  const bill = z.object({ bomFormat: z.string(), components: z.array(z.object({ purl: z.string() })) }).parse(
    JSON.parse(
      execFileSync('npm', command, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 64 * 1024 * 1024,
      }),
    ),
  );

  expect(bill.bomFormat).toBe('CycloneDX');
  const listed = bill.components.map(({ purl }) => decodeURIComponent(purl));
  const missing = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .map(([name, version]) => `pkg:npm/${name}@${version}`)
    .filter((purl) => !listed.includes(purl));
  expect(missing).toEqual([]);
});

it('never switches the check of certificates off', () => {
  const sources = ['server', 'host', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );

  expect(sources.length).toBeGreaterThan(100);
  expect(
    sources.filter((file) => /rejectUnauthorized|NODE_TLS_REJECT/.test(readFileSync(file, 'utf8'))),
  ).toEqual([]);
});
