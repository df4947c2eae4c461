import { createCursorSigner } from '@/server/http/derived-keys';

const [oldKey, newKey] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('accepts the cursors that it signed, also with a former key', () => {
  const [before, after] = [
    createCursorSigner({ keys: [oldKey] }),
    createCursorSigner({ keys: [newKey, oldKey] }),
  ];
  const cursor = before.sign('abc');

  expect(cursor).toMatch(/^abc\.[\w-]{22}$/);
  expect(after.sign('abc')).not.toBe(cursor);
  expect([before.check(cursor), after.check(cursor)]).toEqual(['signed', 'signed']);
  expect(before.check(after.sign('abc'))).toBe('damaged');
});

it.each([
  ['another text', (cursor: string) => `b${cursor}`],
  ['a shorter signature', (cursor: string) => cursor.slice(0, -1)],
  ['a longer signature', (cursor: string) => `${cursor}A`],
  ['no signature', (cursor: string) => cursor.slice(0, cursor.indexOf('.') + 1)],
])('refuses a cursor with %s', (_name, damage) => {
  const signer = createCursorSigner({ keys: [newKey] });
  expect(signer.check(damage(signer.sign('abc')))).toBe('damaged');
});

it.each([
  [encode(['hot', 1]), 'unsigned'],
  [encode(['queue']), 'unsigned'],
  [encode(['other']), 'damaged'],
  [encode({ 0: 'hot' }), 'damaged'],
  [encode([]), 'damaged'],
  ['not-json', 'damaged'],
  ['', 'damaged'],
])('says of %j without a signature that it is %s', (cursor, expected) => {
  expect(createCursorSigner({ keys: [newKey] }).check(cursor)).toBe(expected);
});

it('needs a key', () => {
  expect(() => createCursorSigner({ keys: [] })).toThrow('at least one key');
});
