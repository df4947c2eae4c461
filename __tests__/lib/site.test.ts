import { parseLinks } from '@/lib/contract/plain/site';

const social = (text: string) => parseLinks('NEXT_PUBLIC_SITE_SOCIAL', text, 'name');

it('reads a list of links', () => {
  expect(
    social('[{"name":"Github","url":"https://github.com/listgrove"},{"name":"Feed","url":"/feed.xml"}]'),
  ).toEqual([
    { label: 'Github', url: 'https://github.com/listgrove' },
    { label: 'Feed', url: '/feed.xml' },
  ]);
});

it.each(['not json', '{}', '[{"name":"No URL"}]', '[{"url":"https://no.name"}]', '[null]'])(
  'rejects %s and names the variable',
  (text) => {
    expect(() => social(text)).toThrow(/^NEXT_PUBLIC_SITE_SOCIAL must be a JSON list like/);
  },
);

it('rejects a URL that would run a script', () => {
  expect(() => social('[{"name":"Trap","url":"javascript:alert(1)"}]')).toThrow(/NEXT_PUBLIC_SITE_SOCIAL/);
});
