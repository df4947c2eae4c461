import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataFolder } from '@/server/db/data-dir';
import { createFileStore } from '@/server/images/image-store-file';
import { freePort } from '../../bench/processes';
import { programArguments } from '../../setup/program-file';
import { startSmtpDouble } from '../../setup/smtp-double';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});
afterEach(() => rm(folder, { recursive: true }));

type Ended = { code: number | null; out: string };

function examine(variables: Record<string, string>, options: readonly string[] = []): Promise<Ended> {
  const own = {
    APP_ENV: 'development',
    NODE_OPTIONS: '',
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    ...variables,
  };
  const child = spawn(process.execPath, [...programArguments('host/listgrove.ts'), 'doctor', ...options], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...own },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (out += part.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}

it('takes no options, and says so', async () => {
  const { code, out } = await examine({}, ['--fix']);
  expect(code).not.toBe(0);
  expect(out).toMatch(/^There is no option --fix\./m);
});

it('says what is well and what is missing, and closes the data folder to other users', async () => {
  const mail = await startSmtpDouble();
  const [dataDir, backups] = [join(folder, 'data'), join(folder, 'backups')];
  await mkdir(backups);
  await writeFile(join(backups, 'now.backup'), '');
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);

  const { code, out } = await examine({
    SMTP_URL: mail.url,
    MAIL_FROM: 'site@example.com',
    ADMIN_EMAILS: 'ada@example.com,owner@example.com',
    BACKUP_DIR: backups,
  });
  await mail.stop();

  expect(out.replaceAll(folder, '').replace(/[\d.]+ GB/, 'n GB')).toBe(
    `ok       configuration  Right, for http://localhost:3000 (APP_ENV is development).
ok       data folder    /data can be written, and only by this user.
ok       disk space     n GB are free below /data.
warning  database       There is no database yet.
                        Start the site: it creates the database.
ok       replicas       There are no replicas.
ok       public URL     http://localhost:3000 can be opened on this machine only.
ok       proxy          No proxy is trusted, and none is needed.
ok       admin          No setup link waits to be used.
ok       sign-in        Demo accounts can sign in.
ok       mail           The mail server accepts connections and the sign-in, if it has one.
ok       messages       Messages from the contact form are announced to 2 admins by email.
ok       images         The folder of images stores, returns and deletes files. All 0 images match their hashes.
ok       search         The embedded search needs no service.
ok       backups        The latest of 1 backups in /backups is 0 hours old.

14 checks: 1 warnings, 0 errors.
`,
  );
  expect(code).toBe(0);
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

it('says what is broken, with the next step, and without passwords', async () => {
  const closed = `127.0.0.1:${await freePort()}`;
  const backups = join(folder, 'backups');
  await mkdir(backups);
  await writeFile(join(backups, 'old.backup'), '');
  await utimes(join(backups, 'old.backup'), new Date(0), new Date('2026-01-01'));

  const { code, out } = await examine({
    APP_ENV: 'production',
    NEXT_PUBLIC_SITE_URL: 'https://directory.invalid',
    NEXT_PUBLIC_FIREBASE_API_KEY: 'key',
    NEXT_PUBLIC_FIREBASE_AUTH_DOMAIN: 'site.firebaseapp.com',
    NEXT_PUBLIC_FIREBASE_PROJECT_ID: 'site',
    FIREBASE_JWKS_URL: `http://${closed}/keys`,
    GOOGLE_CLIENT_IDS: 'google',
    GITHUB_CLIENT_ID: 'github',
    GITHUB_CLIENT_SECRET: 'hunter2',
    SESSION_KEYS: Buffer.alloc(32, 7).toString('base64url'),
    DATABASE_URL: `postgres://owner:hunter2@${closed}/site`,
    DATABASE_REPLICA_URLS: `postgres://site:hunter2@${closed}/site`,
    SMTP_URL: `smtp://owner:hunter2@${closed}`,
    MAIL_FROM: 'site@example.com',
    BACKUP_DIR: backups,
    S3_ENDPOINT: `http://${closed}`,
    ...{ S3_REGION: 'auto', S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'hunter2' },
  });

  expect(code).toBe(1);
  for (const line of [
    /^error {4}database +PostgreSQL does not answer \(ECONNREFUSED\)\.\n +Check DATABASE_URL/m,
    /^error {4}public URL +The name directory\.invalid has no address \(\w+\)\.\n +Add an A or AAAA record/m,
    /^error {4}sign-in +The keys of Firebase cannot be read \(ECONNREFUSED\): nobody can sign in\.\n +Let this/m,
    /^error {4}mail +The mail server does not work \(\w+\)\.\n +Check SMTP_URL/m,
    /^error {4}images +The bucket pictures cannot be used \(\w+\)\.\n +Check the S3_ variables/m,
    /^error {4}backups +The latest of 1 backups in .* is \d+ days old\.\n +Look for "backup"/m,
    /^warning {2}proxy +TRUSTED_PROXY_HOPS is 0, but only a proxy can serve https: .*\n +Set TRUSTED_PROXY_HOPS/m,
    /^warning {2}replicas +Replica 1 does not answer \(ECONNREFUSED\): public reads leave it out\.\n +Check/m,
    /^warning {2}messages +Nobody is told of messages .*\n +Set ADMIN_EMAILS/m,
    /^14 checks: 3 warnings, 6 errors\.$/m,
  ]) {
    expect(out).toMatch(line);
  }
  expect(out).not.toContain('hunter2');
});

it('finds damage to the database and to images, and says how to restore', async () => {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await prepareDataFolder(dataDir);
  await createFileStore(join(dataDir, 'images')).write('ab123/card.webp', Buffer.alloc(9_000, 7));
  const whole = await examine({});
  expect(whole.out).toMatch(
    /^ok {7}database +The embedded database is there; the site is not running\. All [\d,]+ pages match/m,
  );
  expect(whole.out).toMatch(/^ok {7}images .* All 1 images match their hashes\.$/m);

  await overwrite(join(dataDir, 'database', 'base', '5', '1255'), 20 * 8_192);
  await overwrite(join(dataDir, 'images', 'ab', 'ab123/card.webp'), 2);
  await writeFile(join(folder, 'now.backup'), '');
  const { code, out } = await examine({ BACKUP_DIR: folder, BACKUP_KEEP: '60' });
  expect(out).toMatch(/^warning {2}backups +Backups are kept for 60 days, .* 30 at most\.\n +Lower/m);
  expect(out).toMatch(
    /^error {4}database +The database in .* is damaged: 1 of [\d,]+ pages do not match their checksums, the first in base\/5\/1255\.\n +Stop the site, .* npm run restore/m,
  );
  expect(out).toMatch(
    /^error {4}images +1 of 1 images are damaged, the first is ab\/ab123\/card\.webp\.\n +Restore/m,
  );
  expect(code).toBe(1);
});

async function overwrite(path: string, position: number): Promise<void> {
  const file = await open(path, 'r+');
  await file.write('noise', position);
  await file.close();
}

it('names the variable that keeps the site from starting', async () => {
  const { code, out } = await examine({ PORT: 'many' });

  expect(out).toMatch(/^error {4}configuration +PORT is "many" but must be a whole number/);
  expect(code).toBe(1);
});
