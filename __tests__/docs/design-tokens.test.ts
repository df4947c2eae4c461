import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

type Source = { path: string; text: string };

/** Every file below the folders with one of the endings, without its comments. */
function readSources(folders: readonly string[], ending: RegExp): Source[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((path) => ending.test(path))
    .map((path) => ({ path, text: withoutComments(readFileSync(path, 'utf8')) }));
}

const withoutComments = (text: string) => text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/ .*$/gm, '');

const TOKEN_FILE = 'styles/tokens.css';
const tokenText = withoutComments(readFileSync(TOKEN_FILE, 'utf8'));
const components = readSources(['pages', 'components', 'hooks'], /\.tsx?$/);
const stylesheets = readSources(['styles'], /\.css$/).filter(({ path }) => path !== TOKEN_FILE);

/** Lists the matches as `path: match`. */
const findAll = (sources: readonly Source[], pattern: RegExp) =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([match]) => `${path}: ${match.trim()}`),
  );

const RAW_COLOR =
  /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)\([^)]*\)|(?:color|background): *(?:white|black|gr[ae]y)/gi;

/** The words of every string and template in a file. */
function wordsOf({ path, text }: Source): string[] {
  const words: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      words.push(...node.text.split(/\s+/));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX));
  return words;
}

describe('outside the token file', () => {
  it('no stylesheet has a raw color, duration, radius, type size or target size', () => {
    expect(findAll(stylesheets, RAW_COLOR)).toEqual([]);
    expect(findAll(stylesheets, /[\s(][\d.]+m?s\b/g)).toEqual([]);
    expect(findAll(stylesheets, /border(?:-[a-z]+)*-radius:[^;]*\d(?:px|rem|%)[^;]*/g)).toEqual([]);
    expect(findAll(stylesheets, /font-size:[^;]*\d(?:px|rem|em)/g)).toEqual([]);
    expect(findAll(stylesheets, /\s(?:min-)?(?:height|width): (?:2|2\.25|2\.5|2\.75|3)rem/g)).toEqual([]);
  });

  it('no component has a raw color, duration, radius or type size', () => {
    // A browser's toolbar takes no custom property; the next test compares the value.
    const checked = components.filter(({ path }) => path !== 'pages/_document.tsx');
    expect(findAll(checked, /['"`]#[\da-f]{3,8}['"`]|\[#[\da-f]{3,8}\]|\b(?:rgb|hsl|oklch)\(/gi)).toEqual([]);
    expect(findAll(checked, /\bduration-\[?\d\w*|\b(?:animate|transition)-\[[^\]]*\d+m?s\b/g)).toEqual([]);
    expect(findAll(checked, /\b(?:rounded|text)-\[\d[^\]]*\]/g)).toEqual([]);
  });
});

it('the theme-color meta tag has the default background', () => {
  const content = /name="theme-color" content="([^"]*)"/.exec(
    readFileSync('pages/_document.tsx', 'utf8'),
  )?.[1];
  expect(content).toBe(/--ground: ([^;]*);/.exec(tokenText)?.[1]);
});

it('every token is defined once per theme and screen width, and used', () => {
  const [defined = [], ...variants] = tokenText
    .split(/:root\.light|@media/)
    .map((part) => [...part.matchAll(/^ *--([\w-]+):/gm)].map(([, name]) => name));
  expect(variants).toHaveLength(3);
  for (const names of [defined, ...variants]) {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !defined.includes(name))).toEqual([]);
  }

  const users = [...components, ...stylesheets, { path: TOKEN_FILE, text: tokenText }];
  const config = readFileSync('tailwind.config.js', 'utf8');
  const isUsed = (name = '') =>
    users.some(({ text }) => text.includes(`var(--${name}`) || text.includes(`(--${name})`)) ||
    config.includes(`'${name.replace(/^(?:radius|type|leading)-/, '')}'`);
  // Tailwind itself reads its own names.
  const ours = defined.filter((name) => !name?.startsWith('default-transition'));
  expect(ours.filter((name) => !isUsed(name))).toEqual([]);
});

it('every custom property that is read is set by a stylesheet or a script', () => {
  const set = [tokenText, ...stylesheets.map(({ text }) => text)].join('\n');
  const scripts = readSources(['lib'], /\.ts$/).flatMap(wordsOf);
  const read = [...stylesheets, ...components].flatMap(({ text }) =>
    [...text.matchAll(/var\(--([\w-]+)|-\(--([\w-]+)\)/g)].map(([, css, tailwind]) => css ?? tailwind ?? ''),
  );
  expect(read.filter((name) => !set.includes(`--${name}:`) && !scripts.includes(`--${name}`))).toEqual([]);
});

describe('a class in a stylesheet', () => {
  /** Written by libraries, the Markdown renderer or next-themes, not by a component. */
  const FOREIGN = [
    'bar',
    'Toastify',
    'Toastify__progress-bar',
    'Toastify__close-button',
    'contains-task-list',
    'light',
    'animate-spin',
  ];

  it('is used by a component', () => {
    const used = new Set(components.flatMap(wordsOf));
    const unused = stylesheets.flatMap(({ path, text }) => {
      const rules = text.replace(/^@(?:import|config|source).*$/gm, '');
      const names = [...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name ?? '');
      return [...new Set(names)]
        .filter((name) => !FOREIGN.includes(name) && !used.has(name))
        .map((name) => `${path}: .${name}`);
    });
    expect(unused).toEqual([]);
  });

  it('lives in a file named after a folder of components', () => {
    const folders = readdirSync('components').map((folder) => `styles/${folder}.css`);
    const general = ['styles/globals.css'];
    expect(
      stylesheets.map(({ path }) => path).filter((path) => ![...folders, ...general].includes(path)),
    ).toEqual([]);
  });
});
