import { suggestHandles } from '@/server/identity/deceptive-names';

it('suggests the name, the name with 2 to 5, and the name with eight random letters', () => {
  const random = expect.stringMatching(/^ada-lovelace-[a-z0-9]{8}$/);
  const numbered = [2, 3, 4, 5].map((number) => `ada-lovelace-${number}`);
  expect(suggestHandles('Ada Lovelace', 'Listgrove')).toEqual(['ada-lovelace', ...numbered, random]);
});

it.each([
  ['李', 'member'],
  ['李白', '李白'],
  ['🚀', 'member'],
  ['Former Member', 'member'],
  ['Admin', 'member'],
  ['Listgrove Support', 'member'],
  ['\u0410d\u0430', 'member'],
  ['x'.repeat(40), 'x'.repeat(31)],
  [`${'x'.repeat(30)} y`, 'x'.repeat(30)],
])('suggests first for the name %s the handle %s', (name, handle) => {
  expect(suggestHandles(name, 'Listgrove')[0]).toBe(handle);
});
