import {
  listMarkURLs,
  productListPath,
  productPath,
  searchPath,
  submitPath,
  tagPath,
  tileURL,
} from '@/lib/pages/paths';

it.each([
  [{ sort: 'hot' } as const, '/'],
  [{ sort: 'new', tag: 'c#' } as const, '/new?tag=c%23'],
  [{ sort: 'top' } as const, '/top/all'],
  [{ sort: 'top', period: 'week', after: 'a=b' } as const, '/top/week?after=a%3Db'],
  [{ sort: 'hot', tag: 'icons', isTagPage: true } as const, '/tag/icons'],
  [{ sort: 'top', period: 'day', tag: 'icons', isTagPage: true } as const, '/tag/icons?sort=top&period=day'],
])('writes the list %j as %s', (list, path) => {
  expect(productListPath(list)).toBe(path);
});

it('keeps a slash, a question mark or another script in a slug from changing the path', () => {
  expect(productPath('a/b?c')).toBe('/tool/a%2Fb%3Fc');
  expect(tagPath('γραμματοσειρές')).toBe(
    '/tag/%CE%B3%CF%81%CE%B1%CE%BC%CE%BC%CE%B1%CF%84%CE%BF%CF%83%CE%B5%CE%B9%CF%81%CE%AD%CF%82',
  );
  expect(tileURL('a/b')).toBe('/api/tiles/a%2Fb.svg');
});

it('leaves the first page out of a search path', () => {
  expect(searchPath('react rou', { page: 1 })).toBe('/search?q=react+rou');
  expect(searchPath('react', { tag: 'Testing', page: 2 })).toBe('/search?q=react&tag=Testing&page=2');
});

it('leads to the form with the URL or the name that is known', () => {
  expect(submitPath()).toBe('/account/submit');
  expect(submitPath(' Node.js ')).toBe('/account/submit?name=Node.js');
  expect(submitPath('https://a.example/?b')).toBe('/account/submit?url=https%3A%2F%2Fa.example%2F%3Fb');
});

it('lets ten neighbors in a list share one file of marks: icons, brands and tiles', () => {
  const tools: { name: string; iconURL?: string }[] = Array.from({ length: 12 }, (_, index) => ({
    name: `C${index},#`,
  }));
  tools[1] = { name: 'C1,#', iconURL: '/api/images/aaaaaaaaaaaaaaaaaaaaaa' };
  tools[2] = { name: 'C2,#', iconURL: '/api/marks/react.svg' };
  tools[3] = { name: 'C3,#', iconURL: tileURL('C3,#') };
  const tile = (index: number) => `n:C${index}%2C%23`;
  const items = [tile(0), 'i:aaaaaaaaaaaaaaaaaaaaaa', 'react', ...[3, 4, 5, 6, 7, 8, 9].map(tile)];
  const urls = listMarkURLs(tools);
  expect(urls.slice(0, 10)).toEqual(items.map((_, index) => `/api/marks?of=${items.join()}#m${index}`));
  expect(urls.slice(10)).toEqual([0, 1].map((index) => `/api/marks?of=${tile(10)},${tile(11)}#m${index}`));
  expect(listMarkURLs(tools.slice(0, 10))).toEqual(urls.slice(0, 10));
});
