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
    .split(/:root\.light|:root\[dir|:lang\(|@media/)
    .map((part) => [...part.matchAll(/^ *--([\w-]+):/gm)].map(([, name]) => name));
  expect(variants).toHaveLength(6);
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
    'Toastify__progress-bar',
    'Toastify__close-button',
    'toasts',
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
    const general = ['styles/globals.css', 'styles/toasts.module.css'];
    expect(
      stylesheets.map(({ path }) => path).filter((path) => ![...folders, ...general].includes(path)),
    ).toEqual([]);
  });
});

describe('a layout works in both directions:', () => {
  /** What is the same in both, and what belongs to the device. */
  const PHYSICAL = [
    'linear-gradient(to right, transparent, var(--surface) 5%, var(--surface) 95%, transparent)',
    'max(0.25rem, env(safe-area-inset-right)) env(safe-area-inset-bottom) max(0.25rem, env(safe-area-inset-left))',
  ];
  const SIDE =
    /(?<![-\w])(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)?\s*:|(?:text-align|float|clear):\s*(?:left|right)|\bto (?:left|right)\b/;
  /** The values of top, right, bottom and left. */
  const FOUR =
    /(?<![-\w])(?:margin|padding|inset|scroll-[a-z]+):\s*[^\s;]+\s+([^\s;]+)\s+[^\s;]+\s+([^\s;]+)\s*$/;
  const SIDE_CLASS =
    /^-?(?:(?:scroll-)?[mp][lr]-|(?:left|right)-[\d[(]|border-[lr]$|border-[lr]-|rounded-(?:[lr]|[tb][lr])(?:-|$)|(?:text|float|clear|origin|object)-(?:\w+-)?(?:left|right)$|text-(?:start|end)$|bg-[a-z]+-to-[tb]?[lr]$|translate-x-)|to_(?:left|right)\b|^\[(?:[a-z-]+-)?(?:left|right):/;
  const OWN_SIDE_CLASS = /^-?(?:[mp][se]-|border-[se](?:-|$)|(?:start|end)-[\d[(])/;
  /** A class without its variants. */
  const utilityOf = (word: string) => /(?:[^:[\]]|\[[^\]]*\])*$/.exec(word)?.[0] ?? word;

  it('no stylesheet names a left or right side', () => {
    const found = stylesheets.flatMap(({ path, text }) =>
      text
        .split(/[;{}]/)
        .map((declaration) => declaration.trim().replace(/\s+/g, ' '))
        .filter((declaration) => !PHYSICAL.some((value) => declaration.includes(value)))
        .filter((declaration) => {
          const [, right, left] = FOUR.exec(declaration) ?? [];
          return right !== left || (!declaration.startsWith('--') && SIDE.test(declaration));
        })
        .map((declaration) => `${path}: ${declaration}`),
    );
    expect(found).toEqual([]);
  });

  it('no class names a left or right side', () => {
    const found = components.flatMap((source) =>
      wordsOf(source)
        .filter((word) => SIDE_CLASS.test(utilityOf(word)))
        .map((word) => `${source.path}: ${word}`),
    );
    expect(found).toEqual([]);
  });

  it('a text that may have another direction takes its sides from the page: `text-page-start`', () => {
    const found = components.flatMap(({ path, text }) =>
      [...text.matchAll(/<\w(?:[^<>]|=>)*?\sdir="auto"(?:[^<>]|=>)*/g)].flatMap(([tag]) =>
        tag
          .split(/[\s"'`{}]+/)
          .filter((word) => OWN_SIDE_CLASS.test(utilityOf(word)))
          .map((word) => `${path}: ${word}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
