import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyRing, isSessionKey, openKeyRing } from '@/server/sessions/key-ring';
import { createSessionTokens } from '@/server/sessions/session-token';
import { hashToken, isCanonical, newToken, pkceChallenge } from '@/server/base/token';

const bytesOf = (value: number) => new Uint8Array(32).fill(value);
const key = (value: number) => Buffer.from(bytesOf(value)).toString('base64url');
const kidOf = (value: number) => createHash('sha256').update(bytesOf(value)).digest('base64url').slice(0, 8);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-ring-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('encrypts with the first key and finds each by the beginning of its hash', () => {
  const ring = createKeyRing([key(1), key(2)]);
  expect(ring.current).toEqual({ kid: kidOf(1), bytes: bytesOf(1) });
  expect(ring.keys).toEqual([bytesOf(1), bytesOf(2)]);
  expect([kidOf(1), kidOf(2), kidOf(3)].map(ring.find)).toEqual([bytesOf(1), bytesOf(2), undefined]);
});

it('refuses a ring without a key, and a key of another length', () => {
  expect(() => createKeyRing([])).toThrow(new RangeError('A key ring needs at least one key'));
  const short = Buffer.alloc(31).toString('base64url');
  expect(() => createKeyRing([key(1), short])).toThrow(
    new RangeError('A session key is 32 bytes in base64url'),
  );
  expect([key(1), short, `${key(1)}AA`, ''].map(isSessionKey)).toEqual([true, false, false, false]);
});

it('takes the keys of the configuration, and touches no file', async () => {
  const ring = await openKeyRing({ sessionKeys: [key(3)], dataDir: folder });
  expect(ring.keys).toEqual([bytesOf(3)]);
  expect(await readdir(folder)).toEqual([]);
});

it('creates one key in a folder, which only its owner can read, however many processes start', async () => {
  const dataDir = join(folder, 'new', 'data');
  const open = () => openKeyRing({ sessionKeys: [], dataDir });
  const rings = await Promise.all([open(), open(), open()]);
  rings.push(await open());
  expect(new Set(rings.map(({ current }) => current.kid)).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['session-keys']);
  const file = join(dataDir, 'session-keys');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(isSessionKey((await readFile(file, 'utf8')).trim())).toBe(true);
});

it('reads several keys of the file, and refuses a damaged one', async () => {
  const file = join(folder, 'session-keys');
  const open = () => openKeyRing({ sessionKeys: [], dataDir: folder });
  await writeFile(file, `${key(1)}\n${key(2)}\n`);
  expect((await open()).keys).toEqual([bytesOf(1), bytesOf(2)]);
  for (const content of ['', `${key(1)}\nno-key\n`]) {
    await writeFile(file, content);
    await expect(open()).rejects.toThrow(
      `DATA_DIR has session keys that cannot be read, in ${file}: restore the file from a backup, or delete it, which signs everybody out.`,
    );
  }
  await rm(file);
  await expect(openKeyRing({ sessionKeys: [], dataDir: '/dev/null/x' })).rejects.toThrow('ENOTDIR');
});

it('opens tokens of each key of the ring, and no others', async () => {
  const content = { sessionId: '7', secret: 'secret' };
  const [old, both, other] = [[key(1)], [key(2), key(1)], [key(3)]].map((keys) =>
    createSessionTokens(createKeyRing(keys)),
  );
  const token = (await old?.seal(content)) ?? '';
  expect(await both?.open(token)).toEqual(content);
  expect(await both?.open(token)).toEqual(content);
  expect(await other?.open(token)).toBeUndefined();
  const header: unknown = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
  expect(header).toEqual({ alg: 'dir', enc: 'A256GCM', kid: kidOf(1) });

  for (const damaged of ['', 'a.b', token.slice(0, -2), `${token}A`, token.replace('.', '..')]) {
    expect(await both?.open(damaged)).toBeUndefined();
  }
  for (const part of [
    { sessionId: '', secret: 'x' },
    { sessionId: '7', secret: '' },
  ]) {
    expect(await old?.open(await old.seal(part))).toBeUndefined();
  }
});

it('makes secrets of 256 bits, and stores their hashes', () => {
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32);
  expect(newToken()).not.toBe(newToken());
  expect(hashToken('a').toString('hex')).toBe(
    'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
  );
  // The example of RFC 7636, appendix B.
  expect(pkceChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
  expect(['AA', 'AB', 'AA.AA', 'AA.AB', 'A+', ''].map(isCanonical)).toEqual([
    true,
    false,
    true,
    false,
    false,
    true,
  ]);
});
