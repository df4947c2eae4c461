import { readdirSync, readFileSync } from 'node:fs';
import { CODE_FOLDERS } from '@/host/texts/code-folders';
import { findLiteralTexts } from '../setup/literal-texts';

/** Files that say nothing to those who read the site. */
const SILENT: readonly [RegExp, string][] = [
  [/^(?:lib|host)\/texts\//, 'make the texts'],
  [
    /^server\/(?:cli|config|control|backup|db|metrics)\/|^server\/base\/log/,
    'speak to the terminal, the log and programs',
  ],
  [/^host\/(?:commands|admin-commands|command-mistakes|folders|init)\.ts$/, 'speak to the terminal'],
  [/^host\/demo\.ts$/, 'is the site of the demo, which speaks English'],
  [/^server\/fields\/(?:site-|rules-schema|type-parts)/, 'say to the owner what is wrong with site.json'],
  [/^server\/(?:search\/|routes\/algolia-search)/, "speak Algolia's protocol"],
  [/^server\/commands\/account\/set-role/, 'speaks to the terminal'],
  [/^server\/(?:web\/suspicious-terms|import\/formats\/private-marks)/, 'know words of other sites'],
  [/^server\/text\/s(?:hown-host|lug)|\/alphabets\.ts$/, 'know scripts and signs'],
  [/^server\/workers\/running-worker/, 'speaks to the log'],
];

/** What is no text of ours, although it looks like one: the file, all of its words, and what they are. */
const NAMES: readonly [string, RegExp, string][] = [
  ['components/layout/badge-code.tsx', /HTML|Markdown/, 'formats'],
  ['components/moderation/imports/import-entries.tsx', /JSON/, 'a format'],
  ['components/moderation/report-decisions.tsx', /report decision … …/, 'a key of what is stored'],
  ['hooks/use-list-keys.ts', /main :is\(\.row-name, \.card-name\) a/, 'a selector'],
  ['hooks/use-reactions.tsx', /useReactions needs a ReactionsProvider above it\./, 'no page shows it'],
  ['hooks/use-search-modal.tsx', /useSearchModal needs a SearchModalProvider above it\./, 'no page shows it'],
  ['hooks/use-sign-in.tsx', /useSignIn needs a SignInProvider above it\./, 'no page shows it'],
  ['lib/browser/image-readiness.ts', /Aborted\./, 'no page shows it'],
  ['lib/contract/call.ts', /… … states no limits\./, 'no page shows it'],
  ['lib/contract/plain/analytics.ts', /Plausible|Umami|Matomo|Fathom/, 'names of services'],
  ['lib/contract/plain/site.ts', /a former member/, 'the name of a row that is stored'],
  ['lib/contract/plain/site.ts', /… must be a JSON list like \[.+\]/, 'a fault of the configuration'],
  ['lib/contract/sign-in.ts', /Google|Github/, 'names'],
  ['lib/env.ts', /Listgrove/, 'a name'],
  [
    'lib/format/user-agent.ts',
    /Edge|Opera|Vivaldi|Yandex|Samsung Internet|Firefox|Chrome|Safari|Android|ChromeOS|Linux|Windows/,
    'browsers and systems',
  ],
  ['lib/identity/firebase.ts', /Firebase opens popups in browsers only\./, 'no page shows it'],
  ['lib/identity/popup-exchange.ts', /Replaced by another popup\./, 'no page shows it'],
  ['lib/product-rel.ts', /NEXT_PUBLIC_SITE_FOLLOW must be one of …/, 'a fault of the configuration'],
  ['lib/site.ts', /NEXT_PUBLIC_SITE_LAYOUT must be rows or cards/, 'a fault of the configuration'],
  ['lib/site.ts', /glued: `\$\{env\.siteNoun\}s`/, 'English, which an owner can replace'],
  ['pages/moderation/[section].tsx', /The section … exports no component\./, 'no page shows it'],
  ['server/commands/account/sign-in-attempts.ts', /response of a sign-in …/, 'a key of what is stored'],
  ['server/commands/submissions/judge-rules.ts', /description/, 'the name of a field'],
  ['server/commands/tags/curate-tag.ts', /web-design/, 'an example of a path'],
  ['server/fields/choice-types.ts', /yes|no/, 'words of files that are imported'],
  [
    'server/fields/choice-types.ts',
    /(?:One of|Any number of) several choices\.|Yes or no\./,
    'the schema of site.json, for its owner',
  ],
  ['server/fields/field-types.ts', /MIT/, 'an example'],
  [
    'server/fields/field-types.ts',
    /must (?:not be above "max"|be an ISO 4217 code of a currency, such as "USD")/,
    'faults of site.json, for its owner',
  ],
  [
    'server/fields/field-types.ts',
    /A (?:line of text|number|day|web address)\.|An amount of money in one currency\.|spdx: an identifier of the SPDX License List, such as MIT\.|The ISO 4217 code, such as USD\./,
    'the schema of site.json, for its owner',
  ],
  ['server/http/client-address.ts', /Forwarded|Via/, 'headers of HTTP'],
  ['server/http/cookies.ts', /Lax/, 'a part of a header'],
  ['server/http/every-call.ts', /Origin, API-Version/, 'a header of HTTP'],
  ['server/http/foreign-load.ts', /… for other sites/, 'a key of what is stored'],
  [
    'server/http/parse-input.ts',
    /glued: `\$\{field\}: \$\{(?:sentence|problem)\}`/,
    'for programs; people see the field itself',
  ],
  [
    'server/identity/identity-local.ts',
    /(?:Ada|Bo|Chi|Dara|Edda|Femi|Gwen|Hana|Ines|Juno|Kofi|Lars|Mei|Nour|Odin|Pia)|(?:Quim|Rana|Sol|Tove|Uma|Vik|Wren|Ximo|Yara|Zeno)|(?:Birch|Clover|Fern|Moss)/,
    'names of the members of the demo',
  ],
  ['server/images/card.ts', /Noto (?:Sans|Sans …|Emoji)|Bold/, 'fonts'],
  [
    'server/images/card.ts',
    /Arabic|Hebrew|Thai|Devanagari|Bengali|Tamil|Georgian|Armenian/,
    'fonts, by their script',
  ],
  ['server/images/drawable-text.ts', /Noto Emoji/, 'a font'],
  ['server/import/formats/opml.ts', /value of HTML/, 'what a program reads'],
  ['server/import/formats/source-text.ts', /Windows|SQLite format 3/, 'what files begin with'],
  [
    'server/presenters/open-data.ts',
    /License:|- (?:Tags|Listed|Slug): …/,
    'the list that the import reads again',
  ],
  ['server/routes/documents/engines.ts', /name/, 'a parameter of a shared link'],
  ['server/routes/documents/engines.ts', /## Optional/, 'a heading that llms.txt reserves'],
  [
    'server/routes/documents/engines.ts',
    /Allow: (?:…|…\/…)|Disallow: …\/?|User-agent: \*|Sitemap: …\/sitemap\.xml/,
    'robots.txt',
  ],
  ['server/routes/documents/markdown-products.ts', /Moved/, 'the name of an error'],
  ['server/routes/documents/tool-answers.ts', /Refusal/, 'the name of an error'],
  [
    'server/routes/site.ts',
    /(?:Contact|Expires|Policy): …|Canonical: …\/\.well-known\/security\.txt/,
    'security.txt',
  ],
  ['server/sessions/session-token.ts', /No key of the ring has this id/, 'no page shows it'],
  ['server/tiles/site-mark.ts', /Listgrove/, 'a name'],
  ['server/web/fetch-limits.ts', /Directory|…\/1\.0 \(\+…; link preview\)/, 'a header of HTTP'],
  [
    'server/workers/text-worker.ts',
    /A page with words for people who look for tools … here\./,
    'no page shows it',
  ],
];

const files = CODE_FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
).filter((path) => /\.tsx?$/.test(path));

const isHeard = (path: string) => !SILENT.some(([silent]) => silent.test(path));
const literalsOf = (path: string) => findLiteralTexts(readFileSync(path, 'utf8'), path);

const isNamedBy =
  (found: string) =>
  ([file, words]: (typeof NAMES)[number]): boolean => {
    const [, path, said = ''] = /^(\S+):\d+ ([^]*)$/.exec(found) ?? [];
    return path === file && new RegExp(`^(?:${words.source})$`).test(said);
  };
const isName = (found: string) => NAMES.some(isNamedBy(found));

it('says every text by its key, in whole sentences, for its readers', () => {
  const heard = files.filter(isHeard);
  expect(heard.length).toBeGreaterThan(700);
  expect(heard.flatMap(literalsOf).filter((found) => !isName(found))).toEqual([]);
});

it.each([
  'pages/index.tsx:1 Sign in with your account at Google',
  'pages/index.tsx:1 You can write this in Markdown',
  'components/layout/badge-code.tsx:1 You can write this in Markdown',
  'lib/env.ts:1 Listgrove is open',
  'pages/index.tsx:1 Our Privacy Policy: please read it.',
  'server/routes/site.ts:1 Our Privacy Policy: please read it.',
  'components/layout/back.tsx:1 Back to the Directory',
])('takes no sentence for a name: %s', (found) => {
  expect(isName(found)).toBe(false);
});

it.each(['host/listen.ts', 'host/static-files.ts', 'host/pages.ts'])(
  'hears what %s answers to browsers',
  (path) => {
    expect(files).toContain(path);
    expect(isHeard(path)).toBe(true);
  },
);

it('has no error for people in the files of the terminal and the log, except those of roles', () => {
  const silent = files.filter((path) => !isHeard(path) && !/\/texts\//.test(path));
  const literal = /new (?:ApiError|TaskFailure|ImageRefusal|FetchRefusal)\([^()]*?['"`][^'"`]* [^'"`]*['"`]/;
  expect(silent.filter((path) => literal.test(readFileSync(path, 'utf8')))).toEqual([
    'server/commands/account/set-role.ts',
  ]);
});

it('shows no text by a style', () => {
  const styles = readdirSync('styles', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => `styles/${name}`);
  /** The strings after `content:`, without the signs that are written as numbers. */
  const textsOf = (path: string) =>
    Array.from(
      readFileSync(path, 'utf8').matchAll(/(?<![-\w])content:([^;}]*)/g),
      ([, value = '']) => (value.match(/'[^']*'|"[^"]*"/g) ?? []).join('').replace(/\\[\dA-F]+/gi, ''), // prettier-ignore
    ).filter((value) => /\p{L}/u.test(value));
  expect(styles.length).toBeGreaterThan(3);
  expect(styles.flatMap(textsOf)).toEqual([]);
});

it('has no exception without a need', () => {
  const found = files.map((path) => ({ isSilent: !isHeard(path), path, literals: literalsOf(path) }));
  const unneeded = [
    ...SILENT.filter(
      ([silent]) => !found.some(({ path, literals }) => silent.test(path) && !literals.every(isName)),
    ),
    ...NAMES.filter(
      (name) =>
        !found.some(({ isSilent, literals }) => !isSilent && literals.some((each) => isNamedBy(each)(name))),
    ),
  ];
  expect(unneeded.map(([where, ...rest]) => [String(where), ...rest].join(' '))).toEqual([]);
});
