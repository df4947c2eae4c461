import { compileMessage } from '@/lib/texts/compile';
import { provideCatalog } from '@/lib/texts/language';
import { readSiteFile } from '@/server/fields/site-file';
import { renderBadge } from '@/server/presenters/embedding';
import { presentFeed } from '@/server/presenters/feed';
import { formatMarkdownPage, formatProfile } from '@/server/presenters/markdown-page';
import { formatChoices } from '@/lib/texts/lists';
import { claimableHost } from '@/server/web/shared-hosts';

const GERMAN = {
  'field.yes': 'Ja',
  'field.no': 'Nein',
  'badge.featuredOn': 'Empfohlen bei',
  'badge.title': '{product} auf {site}: {count, plural, one {# Stimme} other {# Stimmen}}',
  'markdown.source': 'Eine Seite von {site}: {link}',
  'markdown.profile': 'Seit {day}: {count, plural, one {# {noun}} other {# {nouns}}}.',
  'sharedHost.code': 'Auf {host} ist Code vieler Leute.',
};

const site = {
  ...{ siteURL: 'https://site.test', siteName: 'Site', siteNoun: 'tool', serverURL: '/api' },
};

function speakGerman() {
  const messages = new Map(Object.entries(GERMAN).map(([key, said]) => [key, compileMessage(said)]));
  provideCatalog({ language: 'de', direction: 'ltr', prefix: '', messages });
}
afterEach(() => provideCatalog(undefined));

describe('fields that were declared before the language is known', () => {
  const field = (options: object) => {
    const declared = { key: 'size', label: 'Size', facet: true, ...options };
    return readSiteFile(JSON.stringify({ fields: [declared] }), 'site.json')[0];
  };

  it.each([
    [{ type: 'number', unit: 'kg' }, '1,000.5', 1000.5, '1.000,5 kg'],
    [{ type: 'money', currency: 'USD' }, '$12.50', 12.5, '12,50\u00a0$'],
    [{ type: 'date' }, '2026-02-28', '2026-02-28', '28.02.2026'],
    [{ type: 'boolean' }, 'yes', true, 'Ja'],
    [{ type: 'boolean' }, 'nein', false, 'Nein'],
    [{ type: 'boolean' }, false, false, 'Nein'],
  ])('show the value of %j in it, and store the same', (options, input, value, shown) => {
    const declared = field(options);
    speakGerman();
    expect(declared?.read(input)).toMatchObject({ value, parts: [{ text: shown }] });
  });

  it('keep the words of addresses and of the database', () => {
    const { filter, read } = field({ type: 'boolean' }) ?? {};
    speakGerman();
    expect(filter).toEqual({
      kind: 'choices',
      choices: [
        { value: 'yes', label: 'Ja' },
        { value: 'no', label: 'Nein' },
      ],
    });
    expect(read?.('ja')).toMatchObject({ tokens: ['yes'] });
  });
});

it('feeds name the language of their texts', () => {
  const feed = { title: 'T', description: 'D', path: '/', entries: [], removed: [], hubURL: undefined };
  const languages = () => [
    /xml:lang="(.*?)"/.exec(presentFeed('feed.xml', feed, site))?.[1],
    /<language>(.*?)</.exec(presentFeed('rss.xml', feed, site))?.[1],
    /"language":"(.*?)"/.exec(presentFeed('feed.json', feed, site))?.[1],
  ];
  expect(languages()).toEqual(['en', 'en', 'en']);
  speakGerman();
  expect(languages()).toEqual(['de', 'de', 'de']);
});

it('badges, Markdown, calls and refusals are in the language of the site', () => {
  speakGerman();
  const badge = renderBadge({
    siteColor: '',
    ...{ productName: 'Acme', siteName: 'Site', upvoteCount: 1_234 },
    ...{ theme: 'light', size: 'small' },
  });
  expect(badge).toContain('>Acme auf Site: 1.234 Stimmen</title>');
  expect(badge).toContain('>Empfohlen bei</text>');
  const page = { path: '/u/ada', title: 'Ada', blocks: [] };
  expect(formatMarkdownPage(page, site)).toContain('Eine Seite von Site: <https://site.test/u/ada>');
  const profile = { handle: 'ada', name: 'Ada', avatarURL: null, createdAt: '2026-06-08T00:00:00.000Z' };
  expect(formatProfile({ ...profile, productCount: 1 })).toBe('Seit 2026-06-08: 1 tool.');
  expect(claimableHost('https://github.com/ada')).toMatchObject({
    problem: 'Auf github.com ist Code vieler Leute.',
  });
  expect(formatChoices(['a', 'b, c', 'd'])).toBe('a oder b, c oder d');
});
