import { OwnPages } from '@/host/pages/own-pages';
import { createPageKeyReader } from '@/host/pages/page-key';
import type { LinkedPage } from '@/server/queries/own-pages';

const page = (slug: string, changes: Partial<LinkedPage> = {}): LinkedPage => ({
  ...{ slug, title: `Page ${slug}`, place: 'footer', formerSlugs: [], updatedAt: '2026-11-20T10:00:00.000Z' },
  ...changes,
});

it('are linked where the owner wants, and lead from their old paths to the new ones', () => {
  const pages = new OwnPages();
  const links = pages.replace([
    page('about', { place: 'header', formerSlugs: ['us', 'imprint'] }),
    page('imprint'),
    page('hidden', { place: 'none' }),
  ]);
  expect(links).toEqual([
    { href: '/about', label: 'Page about', isTop: true },
    { href: '/imprint', label: 'Page imprint' },
  ]);
  expect(['/about', '/hidden', '/us'].map((path) => pages.has(path))).toEqual([true, true, false]);
  expect(pages.pathOf('/us')).toBe('/about');
  expect(pages.pathOf('/imprint')).toBeUndefined();
  expect(pages.replace([])).toEqual([]);
  expect(pages.has('/about')).toBe(false);
});

it('have a key of their own, and every other path of one part has the key of the missing page', () => {
  const pages = new OwnPages();
  pages.replace([page('about')]);
  const readKey = createPageKeyReader({
    ...{ buildId: 'b1', noun: () => 'tool', filterFields: [] },
    isOwnPage: (path) => pages.has(path),
    isMissing: () => true,
    checkCursor: () => 'signed',
  });
  expect(readKey('/about?utm=x')).toMatchObject({
    kind: 'page',
    target: '/about',
    path: '/about',
    isDeep: false,
  });
  expect(readKey('/_next/data/b1/about.json')).toMatchObject({ target: '/_next/data/b1/about.json' });
  expect(readKey('/unknown')).toMatchObject({ target: '/404', mayBeOld: true });
  expect(readKey('/_next/data/b1/unknown.json')).toMatchObject({ target: '/404' });
  expect(readKey('/about/')).toMatchObject({ kind: 'redirect', location: '/about' });
  expect(readKey('/tags')).toMatchObject({ target: '/tags' });
});
