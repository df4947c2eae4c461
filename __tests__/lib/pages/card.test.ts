import { cardOf } from '@/lib/pages/card';

const card = (path: string, alt?: string) => ({
  url: `http://localhost:3000/og${path}.png`,
  ...(alt !== undefined && { alt }),
});
const product = { slug: 'ada', name: 'Ada', tagline: 'An editor' };
const tag = { slug: 'text', name: 'Text' };
const listed = { ...product, status: 'approved' };

it.each([
  ['/', { content: {} }, card('/home')],
  ['/new', { content: { list: [] } }, card('/home')],
  ['/terms', {}, card('/home')],
  ['/tag/[slug]', { content: { tag } }, card('/tag/text', 'Text on Listgrove')],
  ['/[noun]/[slug]', { content: { product } }, card('/tool/ada', 'Ada: An editor')],
  ['/[noun]/[slug]/alternatives', { content: { subject: listed } }, card('/tool/ada', 'Ada on Listgrove')],
])('the page %s has a card', (page, props, expected) => {
  expect(cardOf(page, props)).toEqual(expected);
});

it.each([
  ['/new', { failure: {} }],
  ['/tag/[slug]', { failure: {} }],
  ['/[noun]/[slug]', { failure: {} }],
  ['/[noun]/[slug]/alternatives', { content: { subject: { ...listed, status: 'removed' } } }],
  ['/account/settings', { content: {} }],
])('the page %s with the props %j has none', (page, props) => {
  expect(cardOf(page, props)).toBeUndefined();
});
