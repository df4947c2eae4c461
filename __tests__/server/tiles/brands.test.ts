import { findBrand, readBrandPath } from '@/server/tiles/brands';

it.each([
  ['React', 'https://react.dev', 'react'],
  ['Next.js', 'https://nextjs.org', 'nextdotjs'],
  ['Bootstrap', 'https://getbootstrap.com', 'bootstrap'],
  ['Elasticsearch', 'https://www.elastic.co/elasticsearch', 'elasticsearch'],
  ['GitHub Copilot', 'https://github.com/features/copilot', 'githubcopilot'],
  // A library and a browser of the same name, and names that are no brand.
  ['Arc', 'https://github.com/ada/arc', undefined],
  ['Bruno', 'https://github.com/ada/bruno', undefined],
  ['Figgle', 'https://figgle.example', undefined],
  ['React', 'not a link', undefined],
])('takes %s at %s for the brand %s', async (name, url, slug) => {
  expect(await findBrand({ name, url })).toBe(slug);
});

it.each(['../package', 'no-such-brand', 'nosuchbrand', ''])('has no outline for %j', async (slug) => {
  expect(await readBrandPath(slug)).toBeUndefined();
});
