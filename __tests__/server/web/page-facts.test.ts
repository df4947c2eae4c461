import { readPageFacts } from '@/server/web/page-facts';

const home = new URL('https://www.acme.dev/');
const repository = 'https://github.com/acme/acme';
const linkedData = (...nodes: object[]) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes })}</script>`;

it.each([
  [
    'software in JSON-LD',
    linkedData(
      { '@type': 'ImageObject', license: 'https://creativecommons.org/licenses/by/4.0/' },
      { '@type': ['SoftwareApplication'], license: { '@id': 'https://spdx.org/licenses/MIT' } },
      { '@type': 'SoftwareSourceCode', codeRepository: `${repository}.git` },
    ),
    { license: 'https://spdx.org/licenses/MIT', repository },
  ],
  ['a link element', '<link href="/license" rel="license">', { license: 'https://www.acme.dev/license' }],
  [
    'a link in the text',
    '<body><a rel="nofollow license" href="https://opensource.org/license/mit">MIT</a>',
    { license: 'https://opensource.org/license/mit' },
  ],
  [
    'a repository with the name of the site, among others',
    `<a href="https://github.com/other/thing">GitHub</a> <a href="${repository}/">GitHub</a> <a href="${repository}/issues">Issues</a>`,
    { repository },
  ],
  [
    'a repository that is marked as source',
    '<a href="https://gitlab.com/team/engine"><svg></svg> Source <b>code</b></a><a href="https://github.com/acme">Us</a>',
    { repository: 'https://gitlab.com/team/engine' },
  ],
  [
    'a label for screen readers',
    '<a aria-label="View source on GitHub" href="https://codeberg.org/team/engine"></a>',
    { repository: 'https://codeberg.org/team/engine' },
  ],
])('reads %s', (_, html, facts) => {
  expect(readPageFacts(`<!doctype html><title>Acme</title>${html}`, home)).toEqual(facts);
});

it.each([
  ['two licenses', linkedData({ '@type': 'SoftwareApplication', license: ['MIT', 'Apache-2.0'] })],
  ['the license of an article', linkedData({ '@type': 'Article', license: 'CC-BY-4.0' })],
  [
    'two repositories',
    '<a href="https://github.com/a/b">Source</a><a href="https://github.com/c/d">Source code</a>',
  ],
  ['a repository of another name', '<a href="https://github.com/other/thing">GitHub</a>'],
  ['a file of a repository', `<a href="${repository}/blob/main/LICENSE">License</a>`],
  ['a page for sponsors', '<a href="https://github.com/sponsors/acme">Sponsor</a>'],
  ['a forge that is not known', '<a href="https://github.com.evil.example/acme/acme">Source</a>'],
  ['JSON-LD that is broken', '<script type="application/ld+json">{"license": "MIT"</script>'],
  [
    'a script that is not data',
    '<script type="module">{"@type":"SoftwareApplication","license":"MIT"}</script>',
  ],
  ['a link without a web address', '<a rel="license" href="http://[">MIT</a>'],
])('states nothing for %s', (_, html) => {
  expect(readPageFacts(html, home)).toEqual({});
});

it.each([
  ['tags without an end', '<a href="'.repeat(110_000), {}],
  ['scripts without an end', '<script type="application/ld+json">'.repeat(30_000), {}],
  [
    'many links',
    '<a href="https://github.com/a/b">Source</a>'.repeat(25_000),
    { repository: 'https://github.com/a/b' },
  ],
  ['JSON that is nested deeply', `<script type="application/ld+json">${'['.repeat(60_000)}</script>`, {}],
  ['JSON with many nodes', linkedData(...Array.from({ length: 20_000 }, () => ({}))), {}],
])('reads a large page with %s, as far as its limits', (_, html, facts) => {
  expect(readPageFacts(html, home)).toEqual(facts);
});

it.each([
  [1_997, { license: 'MIT' }],
  [1_998, {}],
])('reads 2,000 nodes of JSON: of software behind %d others, %j', (count, facts) => {
  const others = Array.from({ length: count }, () => ({}));
  const html = linkedData(...others, { '@type': 'SoftwareApplication', license: 'MIT' });
  expect(readPageFacts(html, home)).toEqual(facts);
});

it.each([
  [8, { license: 'MIT' }],
  [9, {}],
])('reads JSON of eight levels: of software in %d lists, %j', (count, facts) => {
  const software = { '@type': 'SoftwareApplication', license: 'MIT' };
  const nested = Array.from({ length: count }).reduce<unknown>((inner) => [inner], software);
  expect(
    readPageFacts(`<script type="application/ld+json">${JSON.stringify(nested)}</script>`, home),
  ).toEqual(facts);
});
