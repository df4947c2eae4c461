import { readdirSync, readFileSync } from 'node:fs';
import { CODE_FOLDERS } from '../setup/code-folders';
import { findLiteralTexts } from '../setup/literal-texts';

/** Files that say nothing to those who read the site. */
const SILENT: readonly [RegExp, string][] = [
  [/^(?:lib|host)\/texts\//, 'make the texts'],
  [/^server\/(?:cli|config|control|backup|db|metrics|base)\//, 'speak to the terminal, the log and programs'],
  [/^host\/(?!pages|front)/, 'speaks to the terminal, and starts the demo'],
  [/^server\/fields\/(?:site-|rules-schema|type-parts)/, 'say to the owner what is wrong with site.json'],
  [/^server\/(?:search\/|routes\/algolia-search)/, "speak Algolia's protocol"],
  [/^server\/commands\/account\/set-role/, 'speaks to the terminal'],
  [/^server\/(?:web\/suspicious-terms|import\/formats\/private-marks)/, 'know words of other sites'],
  [/^server\/(?:images\/(?:card|drawable-text)|text\/shown-host)|\/alphabets\.ts$/, 'name fonts and scripts'],
  [/^server\/identity\/identity-local/, 'names the members of the demo'],
  [/^server\/workers\/running-worker/, 'speaks to the log'],
  [/\/format\/user-agent/, 'names browsers and systems'],
];

/** What is no text of ours, although it looks like one. */
const NAMES: readonly [RegExp, string][] = [
  [/^(?:Google|Github|Listgrove|HTML|Markdown|SQLite format 3|value of HTML)$/, 'names'],
  [
    /^(?:User-agent|Allow|Disallow|Sitemap|Contact|Expires|Policy|Canonical): /,
    'robots.txt and security.txt',
  ],
  [/^(?:License:|- (?:Tags|Listed|Slug): )/, 'the list that the import reads again'],
  [/^(?:Forwarded|Via|Lax|Origin, API-Version|Directory|….* \(\+…; link preview\))$/, 'headers of HTTP'],
  [/^(?:report decision|response of a sign-in|… for other sites)/, 'keys of what is stored'],
  [/^(?:Replaced by another popup\.|No key of the ring|… must be a JSON list)/, 'errors that no page shows'],
  [/^main :is\(/, 'a selector'],
];

const files = CODE_FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
).filter((path) => /\.tsx?$/.test(path));

const isHeard = (path: string) => !SILENT.some(([silent]) => silent.test(path));
const textOf = (found: string) => found.replace(/^\S+ /, '');
const literalsOf = (path: string) => findLiteralTexts(readFileSync(path, 'utf8'), path);

it('says every text by its key, in whole sentences, for its readers', () => {
  const heard = files.filter(isHeard);
  expect(heard.length).toBeGreaterThan(700);
  const found = heard.flatMap(literalsOf);
  expect(found.filter((each) => !NAMES.some(([name]) => name.test(textOf(each))))).toEqual([]);
});

it('has no exception without a need', () => {
  const literals = files.flatMap((path) => literalsOf(path).map((found) => ({ path, text: textOf(found) })));
  const isNeeded = (silent: RegExp) =>
    literals.some(({ path, text }) => silent.test(path) && !NAMES.some(([name]) => name.test(text)));
  const unneeded = [
    ...SILENT.filter(([silent]) => !isNeeded(silent)),
    ...NAMES.filter(([name]) => !literals.some(({ path, text }) => isHeard(path) && name.test(text))),
  ];
  expect(unneeded.map(([pattern]) => pattern.source)).toEqual([]);
});

const found = (code: string, file = 'server/routes/thing.ts') => findLiteralTexts(code, file).map(textOf);

it.each([
  ['an element', 'const a = () => <p>Nothing here</p>;', 'Nothing here'],
  ['a label', 'const a = () => <Field label="Name" />;', 'Name'],
  ['one word in braces', "const a = () => <p>{isOn && 'on'}</p>;", 'on'],
  ['a title', 'const a = () => <p title={`Sent by ${name}`} />;', 'Sent by …'],
])('finds a literal text in %s of a component', (_, code, text) => {
  expect(found(code, 'components/thing.tsx')).toEqual([text]);
});

it.each([
  ['an error', "throw new ApiError('gone', 'This is gone.');", 'This is gone.'],
  ['a part of an error', 'throw new ApiError(code, `It is for ${role}s.`);', 'It is for …s.'],
  ['a mail', "const a = () => mailMember(db, { subject: 'Your account', text: '' });", 'Your account'],
  [
    'a mail as HTML',
    'const a = () => `<style>p { color: red }</style><p class="a">Look at it</p>`;',
    'Look at it',
  ],
  ['a popup', 'const a = () => html`<main><h1>Choose one</h1>${list}</main>`;', 'Choose one …'],
  ['a table', "const names = { hot: 'Hot', new: 'New' };", 'Hot'],
  ['a line of a document', 'const a = () => `Status: ${status}`;', 'Status: …'],
])('finds a literal text in %s', (_, code, text) => {
  expect(found(code)).toContain(text);
});

it('finds a text that is said at import, and a text that is a piece of a sentence', () => {
  expect(found("const gone = t('a.gone', 'It is gone.');")).toEqual([
    "said at import: t('a.gone', 'It is gone.')",
  ]);
  expect(found("const a = () => `Sent ${t('a.today', 'today')} by us`;")).toContain(
    "glued: `Sent ${t('a.today', 'today')} by us`",
  );
});

it.each([
  "const a = () => t('a.gone', 'It is gone.');",
  "const gone = text('a.gone', 'It is gone.');",
  "throw new TypeError('It has no key');",
  "logger.info('A page was read.');",
  'const names = splitWords(`curl gnuplot Intel libpng`);',
  "const names = 'Curl Gnuplot Intel'.split(' ');",
  "const a = { 'cache-control': 'public, max-age=60', 'query-input': 'required name=q' };",
  "const a = new Map([['accept-encoding', 'gzip, deflate, br']]);",
  "const style = ':root { color: red } .Name a { color: blue }';",
  'const a = () => `<p class="line" style="color:red">${text}</p>`;',
  'const a = () => sql`select name from products`;',
])('finds nothing in %s', (code) => {
  expect(found(code)).toEqual([]);
});
