import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import * as z from 'zod/mini';
import { readOperations } from '../drill/operations-text';
import { createCommands } from '@/host/commands';
import { IMAGE_LIMITS } from '@/lib/contract/image';
import { readServingEnv } from '@/server/config/env';

/** What can be known about the commands without running them. */
const blocks = readOperations();
const script = blocks.map((block) => block.script).join('\n');
const variables = Object.keys(parse(readFileSync('.env.example')));
const read = (file: string) => readFileSync(file, 'utf8');
const manifest = z
  .object({ version: z.string(), files: z.array(z.string()), engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(read('package.json')));

it('has commands for every step, with the programs, the package and the files that there are', () => {
  expect(blocks.flatMap(({ commands }) => commands).length).toBeGreaterThan(30);
  const programs = createCommands(() => undefined).commands.map((command) => command.name());
  const called = [...script.matchAll(/(?:runuser -u listgrove -- |^)listgrove (\w+)/gm)].map(
    ([, name]) => name,
  );
  expect(called.length).toBeGreaterThan(5);
  expect(called.filter((name) => !programs.includes(name ?? ''))).toEqual([]);

  const packages = [...script.matchAll(/listgrove-([\d.]+)\.tgz/g)].map(([, version]) => version);
  expect(new Set(packages)).toEqual(new Set([manifest.version]));
  const files = [...script.matchAll(/\/listgrove\/(docs\/[\w./-]+)"/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(manifest.files).toContain('docs/deploy');
});

it('writes a configuration that the site accepts', () => {
  const [, configuration = ''] = /\.env <<'END'\n([^]*?)^END$/m.exec(script) ?? [];
  const written = parse(configuration);

  expect(Object.keys(written).filter((name) => !variables.includes(name))).toEqual([]);
  const whole = { ...parse(read('.env.example')), ...written, SESSION_KEYS: 'A'.repeat(43) };
  expect(readServingEnv(whole)).toMatchObject({
    appEnv: 'production',
    trustedProxyHops: 1,
    identity: { kind: 'oauth' },
  });
});

it('gives containers and the service what the site needs', () => {
  for (const file of ['compose.yaml', 'compose.postgres.yaml']) {
    const [, service = ''] = /^ {2}listgrove:\n([^]*?)(?=^\S|^ {2}\S|(?![^]))/m.exec(read(file)) ?? [];
    const set = [...service.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name);
    expect(set).toEqual(expect.arrayContaining(['HOST', 'DATA_DIR', 'NEXT_PUBLIC_SITE_URL']));
    expect(set.filter((name) => !variables.includes(name))).toEqual([]);
    expect(service).toMatch(/read_only: true[^]*cap_drop: \[ALL\]/);
  }
  // The image is built from what the build reads, and from what the package holds besides.
  const [, sources = ''] = /const sources = \[([^]*?)\]/.exec(read('host/build-stamp.ts')) ?? [];
  const needed = [...sources.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
  const copied = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name);
  expect(needed.length).toBeGreaterThan(5);
  const own = manifest.files.filter((name) => !/^!|^\.next$|^dist$/.test(name));
  expect([...needed, ...own].filter((name) => !copied.includes(name))).toEqual([]);
});

it.each([
  ['nginx.conf', /client_max_body_size (\d+)m;/],
  ['Caddyfile', /max_size (\d+)MB$/m],
])('lets images pass through the proxy of %s', (file, limit) => {
  const [, megabytes] = limit.exec(read(`docs/deploy/${file}`)) ?? [];
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(IMAGE_LIMITS.bytesMax);
});
