import { readFileSync } from 'node:fs';
import { searchParams } from '@/server/search/search-params';

it('the table of parameters has all that the search reads, and no others', () => {
  const [table = ''] = readFileSync('docs/search-protocol.md', 'utf8').split('| parameter of Algolia');
  const cells = [...table.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(named.toSorted()).toEqual(Object.keys(searchParams.shape).toSorted());
});
