import { translate } from '@/host/texts/translations';
import { textsLanguage, provideCatalog } from '@/lib/texts/language';
import { createIssue } from '@/server/commands/newsletter/issue';
import { readEnv } from '@/server/config/env';
import { newsletterSubscribers } from '@/server/db/schema';
import { sendNewsletter } from '@/server/jobs/task-jobs';
import { buildProduct } from '../../setup/build';
import { setUpTestApp, testNow } from '../../setup/test-app';

// What a site in another language says of its products, with the forms of the noun that its owner has stated.

let variables: Record<string, string> = {};
const api = setUpTestApp(() => readEnv({ APP_ENV: 'development', LOCAL_IDENTITY: 'on', ...variables }));
afterEach(() => provideCatalog(undefined));

const ENGLISH = {
  'markdown.noProducts': 'No {nouns} here.',
  'list.productCount': '{count, plural, one {# {noun}} other {# {nouns}}}',
  'feed.topOfDay': 'Top {nouns} of the day · {siteName}',
  'issue.subjectOfOne': "The week's best {nouns}: {name}",
};

function speak(language: string, translated: Record<string, string>): void {
  const { messages, faults } = translate(language, ENGLISH, translated);
  expect(faults).toEqual([]);
  provideCatalog({ language, direction: 'ltr', prefix: '', messages });
}

const read = async (path: string) => (await api.request('GET', path)).text;

it('says the dative, the gender and a capital letter in German, on a page, in a feed and in an email', async () => {
  variables = {
    ...{ NEXT_PUBLIC_SITE_NOUN: 'Werkzeug', NEXT_PUBLIC_SITE_NOUN_PLURAL: 'Werkzeuge' },
    SITE_NOUN_FORMS: 'nounGender=neuter, theNoun=das Werkzeug, nounsDative=Werkzeugen',
  };
  speak('de', {
    'markdown.noProducts': 'Von {nounsDative} keine Spur. {TheNoun} fehlt.',
    'feed.topOfDay':
      '{nounGender, select, feminine {Eine der} other {Eines der}} besten von {nounsDative} heute · {siteName}',
    'issue.subjectOfOne': 'Neues von {nounsDative}, {aNoun}: {name}',
  });
  expect(await read('/index.md')).toContain('Von Werkzeugen keine Spur. Das Werkzeug fehlt.');
  expect(await read('/top/day/feed.json')).toContain('"Eines der besten von Werkzeugen heute · Listgrove"');

  await buildProduct(api.db, { name: 'Hobel', approvedAt: new Date(testNow.getTime() - 60_000) });
  await api.db.insert(newsletterSubscribers).values([
    {
      ...{
        email: 'ada@x.example',
        status: 'confirmed' as const,
        confirmedAt: new Date(testNow.getTime() - 9),
      },
      ...{ tokenHash: Buffer.from('x'), tokenSentAt: testNow },
    },
  ]);
  await createIssue(api.deps());
  await sendNewsletter.run(api.deps(), new AbortController().signal);
  expect(api.sent.map(({ subject }) => subject)).toEqual(['Neues von Werkzeugen, Werkzeug: Hobel']);
});

it('says the plural for few and for many in Polish, with a noun that its paths lack', async () => {
  variables = {
    NEXT_PUBLIC_SITE_NOUN: 'narzedzie',
    SITE_NOUN_FORMS: 'noun=narzędzie, nouns=narzędzia, nounsMany=narzędzi',
  };
  speak('pl', {
    'list.productCount':
      '{count, plural, one {# {noun}} few {# {nounsFew}} many {# {nounsMany}} other {# {nouns}}}',
  });
  expect(textsLanguage()).toBe('pl');
  for (const [slug, count] of Object.entries({ one: 1, few: 3, many: 5 })) {
    for (let index = 0; index < count; index += 1) await buildProduct(api.db, { tags: [slug] });
  }
  const page = await read('/tags.md');
  expect(page).toContain(': 1 narzędzie');
  expect(page).toContain(': 3 narzędzia');
  expect(page).toContain(': 5 narzędzi\n');
  expect(page).toContain('/tag/few');
});
