import { listImageURLs, productListPath, productPath, searchPath, tagPath, tileURL } from '@/lib/pages/paths';

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

it('lets ten neighbors in a list share one file of tiles, and leaves uploaded images alone', () => {
  const tools: { name: string; imageURL?: string }[] = Array.from({ length: 12 }, (_, index) => ({
    name: `C${index},#`,
  }));
  tools[1] = { name: 'C1,#', imageURL: '/api/images/uploaded' };
  tools[2] = { name: 'C2,#', imageURL: tileURL('C2,#') };
  const sheet = `/api/tiles?names=${[0, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => `C${index}%2C%23`).join()}`;
  const urls = listImageURLs(tools);
  expect(urls.slice(0, 3)).toEqual([`${sheet}#0`, '/api/images/uploaded', `${sheet}#1`]);
  expect(urls.slice(10)).toEqual([
    '/api/tiles?names=C10%2C%23,C11%2C%23#0',
    '/api/tiles?names=C10%2C%23,C11%2C%23#1',
  ]);
  expect(listImageURLs(tools.slice(0, 10))).toEqual(urls.slice(0, 10));
});
