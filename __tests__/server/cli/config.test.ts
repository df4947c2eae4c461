import { jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printConfig } from '@/server/cli/config';
import { readLog } from '@/server/cli/log';

const environment = { ...process.env };
const project = process.cwd();
let folder = '';
let printed: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-'));
  process.chdir(folder);
  printed = [];
  const print = (text: unknown) => printed.push(String(text));
  jest.spyOn(console, 'log').mockImplementation(print);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => print(text) > 0);
});
afterEach(async () => {
  jest.restoreAllMocks();
  process.chdir(project);
  for (const name of Object.keys(process.env))
    if (!(name in environment)) Reflect.deleteProperty(process.env, name);
  await rm(folder, { recursive: true });
});

/** The secrets of the example are told by their comments. */
const secretNames = readFileSync('.env.example', 'utf8')
  .split(/\n(?=#)/)
  .flatMap((part) => (/secret|passphrase/i.test(part) ? [...part.matchAll(/^([A-Z\d_]+)=/gm)] : []))
  .map(([, name = '']) => name)
  .filter((name) => /SECRET|TOKEN|KEYS?$|PASSPHRASE/.test(name));

it('prints what was understood and from where, without secrets', async () => {
  const url = 'https://tools.example.com';
  await writeFile(
    '.env',
    `# A comment\nNEXT_PUBLIC_SITE_URL=${url}\nSITE_COLOR=#2563eb\nDATABASE_URL=postgres://ann:hunter2@db/x?password=hunter2\nPOSTGRES_PASSWORD=hunter2\nSESSION_KEYS=${'A'.repeat(43)}\nMETRICS_TOKEN=hunter2-hunter2-hunter2\n`,
  );
  await writeFile('.env.local', 'SITE_COLOR="#ff0000"\n');
  expect([await printConfig(), printed.join('\n')]).toEqual([0, expect.stringContaining('Set:')]);
  const text = printed.join('\n');
  expect(text).toMatch(/SITE_COLOR +#ff0000 {2}\(\.env\.local, line 1\)/);
  expect(text).toMatch(/NEXT_PUBLIC_SITE_URL +https:\/\/tools\.example\.com {2}\(\.env, line 2\)/);
  expect(text).toMatch(/DATABASE_URL +postgres:\/\/•••@db\/x\?••• {2}\(\.env, line 4\)/);
  expect(text).toMatch(/FIREBASE_JWKS_URL +https:\/\/www\.googleapis\.com\/.*\/jwk\/\w+@/);
  expect(text).toMatch(/PORT +3000$/m);
  expect(text).toContain('POSTGRES_PASSWORD (.env, line 5)');
  expect(text).not.toMatch(/hunter2|AAAA/);
});

it('masks everything that the example calls a secret', async () => {
  expect(secretNames.length).toBeGreaterThan(5);
  const { SECRETS } = await import('@/server/cli/config');
  expect(secretNames.filter((name) => !SECRETS.has(name))).toEqual([]);
});

it('says why the site would not start', async () => {
  await writeFile('.env', 'NEXT_PUBLIC_SITE_URL=https://a.example\nPORT=many\n');
  expect(await printConfig()).toBe(1);
  expect(printed.join('\n')).toMatch(/PORT = many {2}\(\.env, line 2\)[^]*PORT is "many" but must be/);
});

it('makes the log readable', async () => {
  const lines = [
    {
      level: 30,
      time: '2026-11-28T07:00:00.000Z',
      pid: 1,
      hostname: 'a',
      requestId: 'r1',
      status: 200,
      msg: 'request',
    },
    {
      level: 50,
      time: 1_795_848_619_486,
      pid: 1,
      hostname: 'a',
      err: { type: 'OwnerError', message: 'Free some space.', stack: ['f (a.ts:1:1)'] },
      msg: 'A job failed.',
    },
  ];
  await writeFile(
    'site.log',
    [...lines.map((line) => JSON.stringify(line)), 'Fonts is ready at \u001b[31m'].join('\n'),
  );
  await readLog('site.log', { level: 'trace' });
  expect(printed).toEqual([
    expect.stringMatching(/^2026-11-2\d \d\d:\d\d:\d\d INFO {2}request requestId=r1 status=200$/),
    expect.stringMatching(
      /^2026-11-28 [\d:]+ ERROR A job failed\.\n {2}OwnerError: Free some space\.\n {4}at f \(a\.ts:1:1\)$/,
    ),
    'Fonts is ready at \\u{1b}[31m',
  ]);
  printed = [];
  await readLog('site.log', { level: 'trace', request: 'r1' });
  expect(printed).toHaveLength(1);
  await expect(readLog('none.log', { level: 'trace' })).rejects.toThrow('Name a file that holds the log.');
});
