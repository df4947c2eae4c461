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
  const tools = Array.from({ length: 12 }, (_, index) => ({
    name: `C${index}&#`,
    imageURL: index === 1 ? '/api/images/uploaded' : tileURL(`C${index}&#`),
  }));
  const sheet = '/api/tiles?name=C0%26%23&name=C2%26%23&name=C3%26%23&name=C4%26%23&name=C5%26%23';
  const urls = listImageURLs(tools);
  expect(urls.slice(0, 3)).toEqual([
    `${sheet}&name=C6%26%23&name=C7%26%23&name=C8%26%23&name=C9%26%23#0`,
    '/api/images/uploaded',
    `${sheet}&name=C6%26%23&name=C7%26%23&name=C8%26%23&name=C9%26%23#1`,
  ]);
  expect(urls.slice(10)).toEqual([
    '/api/tiles?name=C10%26%23&name=C11%26%23#0',
    '/api/tiles?name=C10%26%23&name=C11%26%23#1',
  ]);
  expect(listImageURLs(tools.slice(0, 10))).toEqual(urls.slice(0, 10));
});
