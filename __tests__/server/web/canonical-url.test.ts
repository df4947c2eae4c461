import fc from 'fast-check';
import { canonicalURL } from '@/server/web/canonical-url';

it.each([
  ['http://example.com', 'https://example.com'],
  ['HTTPS://EXAMPLE.com/', 'https://example.com'],
  ['https://example.com.', 'https://example.com'],
  ['  https://example.com  ', 'https://example.com'],
  ['https://www.example.com', 'https://example.com'],
  ['http://WWW.Example.com/', 'https://example.com'],
  ['https://www.example.co.uk', 'https://example.co.uk'],
  ['https://www.a.github.io', 'https://a.github.io'],
  ['https://www.tool.test', 'https://tool.test'],
  ['http://example.com:80', 'http://example.com'],
  ['https://example.com:443/a', 'https://example.com/a'],
  ['https://example.com/a/', 'https://example.com/a'],
  ['https://example.com//', 'https://example.com'],
  ['https://example.com/index.html', 'https://example.com'],
  ['https://example.com/INDEX.HTM', 'https://example.com'],
  ['https://example.com/docs/index.php', 'https://example.com/docs'],
  ['https://example.com/index.php?id=1', 'https://example.com/?id=1'],
  ['https://example.com/default.aspx', 'https://example.com/'],
  ['https://example.com?', 'https://example.com'],
  ['https://example.com#', 'https://example.com'],
  ['https://example.com#top', 'https://example.com'],
  ['https://github.com/a/b#readme', 'https://github.com/a/b'],
  ['http://www.github.com/A/B.git', 'https://github.com/a/b'],
  ['https://github.com/A/B/tree/main?tab=readme-ov-file', 'https://github.com/a/b'],
  ['https://youtu.be/abcdefghijk?t=10', 'https://youtube.com/watch?v=abcdefghijk'],
  ['https://m.youtube.com/watch?list=x&v=abcdefghijk', 'https://youtube.com/watch?v=abcdefghijk'],
  ['https://www.npmjs.com/package/@A/b/v/1.0.0', 'https://npmjs.com/package/@a/b'],
  ['https://pypi.python.org/pypi/My.Tool', 'https://pypi.org/project/my-tool'],
  ['https://crates.io/crates/my_tool/1.0.0', 'https://crates.io/crates/my-tool'],
  [
    'https://play.google.com/store/apps/details?hl=de&id=a.b',
    'https://play.google.com/store/apps/details?id=a.b',
  ],
  ['https://itunes.apple.com/de/app/tool/id12?mt=8', 'https://apps.apple.com/app/id12'],
  ['https://de.m.wikipedia.org/wiki/%e4rger%20da', 'https://de.wikipedia.org/wiki/%E4rger_da'],
  ['https://www.producthunt.com/posts/Tool?utm_source=x', 'https://producthunt.com/posts/tool'],
  ['https://example.com/?utm_source=x&utm_medium=y', 'https://example.com'],
  ['https://example.com/?UTM_Source=x', 'https://example.com'],
  ['https://example.com/?gclid=1', 'https://example.com'],
  ['https://example.com/?fbclid=1', 'https://example.com'],
  ['https://example.com/?msclkid=1', 'https://example.com'],
  ['https://example.com/?ref=producthunt', 'https://example.com'],
  ['https://example.com/?ref_src=twsrc', 'https://example.com'],
  ['https://example.com/?mc_cid=1&mc_eid=2', 'https://example.com'],
  ['https://example.com/?igshid=1', 'https://example.com'],
  ['https://example.com/?_ga=1&_gl=2', 'https://example.com'],
  ['https://example.com/?id=1&utm_campaign=z', 'https://example.com/?id=1'],
  ['https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2'],
  ['https://example.com/?a=2&a=1', 'https://example.com/?a=1&a=2'],
  ['https://example.com/?a=', 'https://example.com/?a'],
  ['https://example.com/?a=b+c', 'https://example.com/?a=b%20c'],
  ['https://example.com/?&a=1&', 'https://example.com/?a=1'],
  ['https://example.com/%7Euser', 'https://example.com/~user'],
  ['https://example.com/a%2fb', 'https://example.com/a%2Fb'],
  ['https://example.com/%E4', 'https://example.com/%e4'],
  ['https://example.com/ä', 'https://example.com/%C3%A4'],
  ['https://example.com/a/../b', 'https://example.com/b'],
  ['https://example.com/./a', 'https://example.com/a'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://BÜCHER.example', 'https://bücher.example'],
  ['https://example.com/#/', 'https://example.com'],
  ['https://example.com/app#/a/', 'https://example.com/app#/a'],
  ['http://[::1]:8080/', 'https://[::1]:8080'],
])('treats %s and %s as the same URL', (one, other) => {
  expect(canonicalURL(one)).not.toBeNull();
  expect(canonicalURL(one)).toBe(canonicalURL(other));
});

it.each([
  ['https://example.com', 'https://example.org'],
  ['https://a.example.com', 'https://example.com'],
  ['https://a.github.io', 'https://b.github.io'],
  ['https://www.github.io', 'https://github.io'],
  ['https://a.vercel.app', 'https://b.vercel.app'],
  ['https://www.gov.uk', 'https://gov.uk'],
  ['https://wwwexample.com', 'https://example.com'],
  ['https://www2.example.com', 'https://example.com'],
  ['https://example.com/A', 'https://example.com/a'],
  ['https://example.com/a', 'https://example.com/b'],
  ['https://example.com/a/b', 'https://example.com/a'],
  ['https://example.com:8080', 'https://example.com'],
  ['https://example.com/?id=1', 'https://example.com/?id=2'],
  ['https://example.com/?id=1', 'https://example.com'],
  ['https://www.youtube.com/watch?v=a', 'https://www.youtube.com/watch?v=b'],
  ['https://example.com/?v=A', 'https://example.com/?v=a'],
  ['https://github.com/a/b', 'https://github.com/a/b/tree/main/docs'],
  ['https://github.com/a/b', 'https://github.com:8443/a/b'],
  ['https://youtube.com/watch?v=a%26b', 'https://youtube.com/watch?v=a&b'],
  ['https://en.wikipedia.org/wiki/Tool', 'https://de.wikipedia.org/wiki/Tool'],
  ['https://example.com/?source=a', 'https://example.com/?source=b'],
  ['https://example.com/?refs=1', 'https://example.com'],
  ['https://example.com/?a=1&b=2', 'https://example.com/?a=2&b=1'],
  ['https://example.com/?a=b%26c', 'https://example.com/?a=b&c'],
  ['https://example.com/a%2Fb', 'https://example.com/a/b'],
  ['https://example.com/index.htmlx', 'https://example.com'],
  ['https://example.com/my-index.html', 'https://example.com'],
  ['https://example.com/#/a', 'https://example.com/#/b'],
  ['https://example.com/#!a', 'https://example.com/#!b'],
  ['https://example.com//a', 'https://example.com/a'],
])('treats %s and %s as different URLs', (one, other) => {
  expect(canonicalURL(one)).not.toBeNull();
  expect(canonicalURL(other)).not.toBeNull();
  expect(canonicalURL(one)).not.toBe(canonicalURL(other));
});

it.each([
  '',
  'example.com',
  'ftp://example.com',
  'mailto:a@example.com',
  'javascript:alert(1)',
  'https://',
  'https://user:pass@example.com',
  '/path',
])('finds no web URL in “%s”', (address) => {
  expect(canonicalURL(address)).toBeNull();
});

it('does not change a canonical URL', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (address) => {
      const canonical = canonicalURL(address);
      expect(canonical).not.toBeNull();
      expect(canonicalURL(canonical ?? '')).toBe(canonical);
    }),
    {
      examples: [
        ['http://a.aa?='],
        ['http://a.aa?=='],
        ['http://a.aa:443'],
        ['https://a.aa/index.html/index.php/'],
      ],
      numRuns: 1_000,
    },
  );
});
