import { readdirSync, readFileSync } from 'node:fs';
import { CODE_FOLDERS } from '../setup/code-folders';
import { findLiteralTexts } from '../setup/literal-texts';

/** Files that say nothing to those who read the site. */
const SILENT: readonly [RegExp, string][] = [
  [/^(?:lib|host)\/texts\//, 'make the texts'],
  [
    /^server\/(?:cli|config|control|backup|db|metrics)\/|^server\/base\/log/,
    'speak to the terminal, the log and programs',
  ],
  [/^host\/(?!pages|front)/, 'speaks to the terminal, and starts the demo'],
  [/^server\/fields\/(?:site-|rules-schema|type-parts)/, 'say to the owner what is wrong with site.json'],
  [/^server\/(?:search\/|routes\/algolia-search)/, "speak Algolia's protocol"],
  [/^server\/commands\/account\/set-role/, 'speaks to the terminal'],
  [/^server\/(?:web\/suspicious-terms|import\/formats\/private-marks)/, 'know words of other sites'],
  [/^server\/text\/s(?:hown-host|lug)|\/alphabets\.ts$/, 'know scripts and signs'],
  [/^server\/workers\/running-worker/, 'speaks to the log'],
];

/** What is no text of ours, although it looks like one: by its file and its words. */
const NAMES: readonly [RegExp, string][] = [
  [/ (?:Google|Github|Listgrove|HTML|JSON|MIT|Markdown|Windows|SQLite format 3|value of HTML)$/, 'names'],
  [
    /^server\/images\/\S+ (?:Noto [\w …]+|Arabic|Hebrew|Thai|Devanagari|Bengali|Tamil|Georgian|Armenian|Bold)$/,
    'fonts',
  ],
  [/^server\/identity\/identity-local\S+ [A-Z][a-z]+$/, 'names of the members of the demo'],
  [/\/format\/user-agent\S+ \w+(?: Internet)?$/, 'browsers and systems'],
  [
    / (?:User-agent|Allow|Disallow|Sitemap|Contact|Expires|Policy|Canonical): /,
    'robots.txt and security.txt',
  ],
  [/ (?:License:|- (?:Tags|Listed|Slug): )/, 'the list that the import reads again'],
  [/ (?:Forwarded|Via|Lax|Origin, API-Version|Directory|….* \(\+…; link preview\))$/, 'headers of HTTP'],
  [/ (?:report decision|response of a sign-in|… for other sites)/, 'keys of what is stored'],
  [/^lib\/contract\/plain\/site\S+ a former member$/, 'the name of a row that is stored'],
  [/^server\/fields\/choice-types\S+ (?:yes|no)$/, 'words of files that are imported'],
  [/^server\/routes\/documents\/engines\S+ name$/, 'a parameter of a shared link'],
  [/^server\/routes\/documents\/\S+ (?:Moved|Refusal)$/, 'names of errors'],
  [/^server\/fields\/field-types\S+ must not be above/, 'a fault of site.json'],
  [/ No key of the ring| … must be a JSON list/, 'errors that no page shows'],
  [
    / (?:Replaced by another popup\.|Aborted\.|Firebase opens popups|… … states no limits|The section … exports)/,
    'errors that no page shows',
  ],
  [/ (?:use\w+ needs a \w+ above it\.|NEXT_PUBLIC_\w+ must be )/, 'errors that no page shows'],
  [/ main :is\(/, 'a selector'],
  [/^server\/routes\/documents\/engines\S+ ## Optional$/, 'a heading that llms.txt reserves'],
  [/^lib\/site\.ts\S* glued: `\$\{env\.siteNoun\}s`$/, 'English, which an owner can replace'],
  [/ glued: `\$\{field\}: \$\{(?:sentence|problem)\}`$/, 'for programs; people see the field itself'],
];

const files = CODE_FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
).filter((path) => /\.tsx?$/.test(path));

const isHeard = (path: string) => !SILENT.some(([silent]) => silent.test(path));
const literalsOf = (path: string) => findLiteralTexts(readFileSync(path, 'utf8'), path);
const isName = (found: string) => NAMES.some(([name]) => name.test(found));

it('says every text by its key, in whole sentences, for its readers', () => {
  const heard = files.filter(isHeard);
  expect(heard.length).toBeGreaterThan(700);
  expect(heard.flatMap(literalsOf).filter((found) => !isName(found))).toEqual([]);
});

it('has no error for people where nobody is heard, but what the terminal says of roles', () => {
  const silent = files.filter((path) => !isHeard(path) && !/\/texts\//.test(path));
  const literal = /new (?:ApiError|TaskFailure|ImageRefusal|FetchRefusal)\([^()]*?['"`][^'"`]* [^'"`]*['"`]/;
  expect(silent.filter((path) => literal.test(readFileSync(path, 'utf8')))).toEqual([
    'server/commands/account/set-role.ts',
  ]);
});

it('has no exception without a need', () => {
  const found = files.map((path) => ({ isSilent: !isHeard(path), path, literals: literalsOf(path) }));
  const unneeded = [
    ...SILENT.filter(
      ([silent]) => !found.some(({ path, literals }) => silent.test(path) && !literals.every(isName)),
    ),
    ...NAMES.filter(
      ([name]) =>
        !found.some(({ isSilent, literals }) => !isSilent && literals.some((each) => name.test(each))),
    ),
  ];
  expect(unneeded.map(([pattern]) => pattern.source)).toEqual([]);
});
