import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Whose strings people read: on pages, in messages of the server, and in the description of the API. */
const FOLDERS = [
  'components',
  'pages',
  'hooks',
  'lib',
  'server/commands',
  'server/presenters',
  'server/routes',
];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`),
);

/** The texts of a file as far as they may be sentences or labels: with a capital letter or several words. */
function textsOf(path: string, source: string): string[] {
  const texts: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    } else if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      texts.push(node.text.trim());
    }
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
  return texts.filter((text) => /^[A-Z]|\s/.test(text));
}

type Rule = {
  word: RegExp;
  /** The files whose texts must not have the word. */
  isAbout: RegExp;
  /** Texts with the word in its other meaning. */
  others: readonly string[];
};

/** Words of the glossary that stand for one thing, as people read them. */
const RULES: Readonly<Record<string, Rule>> = {
  'a bookmark is never saved': {
    word: /\bsav(?:e|es|ed)\b/i,
    isAbout: /bookmark|upvot/i,
    // A change, which may be an upvote, or a discontinuation.
    others: [
      'components/products/forms/moderator-forms.tsx: Saved.',
      'components/products/forms/moderator-forms.tsx: Save changes',
      "hooks/use-reactions.tsx: You're offline. We'll save this when you reconnect.",
      'hooks/use-reactions.tsx: Back online. Your changes are saved.',
    ],
  },
  'an alternative is proposed; changes are suggested': {
    word: /\bsuggest(?:ion|ions|ed)\b/i,
    isAbout:
      /\b(?:useProposals|useAlternativeQueue|decideAlternative|proposeAlternative(?:Call)?|AlternativesPage|Proposal)\b/,
    // The changes that a member has suggested are listed below the proposals.
    others: [
      'components/account/contributions.tsx: Suggested',
      'components/account/contributions.tsx: Changes you suggested',
      'components/account/contributions.tsx:  your suggestion for …',
    ],
  },
};

it.each(Object.entries(RULES))('%s', (_, { word, isAbout, others }) => {
  const found = files.flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    if (!isAbout.test(source)) return [];
    return textsOf(path, source).flatMap((text) => (word.test(text) ? [`${path}: ${text}`] : []));
  });
  expect(found).toEqual(others);
});
