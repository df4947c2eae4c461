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

const filesIn = (folders: readonly string[], name: RegExp) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && name.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );

const files = filesIn(FOLDERS, /\.tsx?$/);

/** The texts of a file as far as they may be sentences or labels: with a capital letter or several words. */
function textsOf(path: string, source: string): string[] {
  const texts: string[] = [];
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    } else if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      // Of a message, without the names of its values and tags.
      const words = node.text.replace(/<\/?\w+>/g, '').replace(/\{\w+(?:\}|, \w+, )/g, '…');
      texts.push(words.trim().replace(/\s+/g, ' '));
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
  /** Where the word means something else throughout. */
  except?: RegExp;
};

/** Words of the glossary that stand for one thing, as people read them. */
const RULES: Readonly<Record<string, Rule>> = {
  'a bookmark is never saved': {
    word: /\bsav(?:e|es|ed)\b/i,
    isAbout: /bookmark|upvot/i,
    // A change, which may be an upvote.
    others: [
      "hooks/use-reactions.tsx: You're offline. We'll save this when you reconnect.",
      'hooks/use-reactions.tsx: Back online. Your changes are saved.',
    ],
  },
  'an alternative is proposed; changes are suggested': {
    word: /\bsuggest(?:ion|ions|ed)\b/i,
    isAbout:
      /\b(?:listProposalsCall|useAlternativeQueue|decideAlternative|proposeAlternative(?:Call)?|AlternativesPage|Proposal)\b/,
    // The changes that a member has suggested are listed below the proposals.
    others: [
      'components/account/contributions.tsx: Changes you suggested',
      'components/account/contributions.tsx: Suggested on …',
      'components/account/contributions.tsx: Withdraw your suggestion for …',
    ],
  },
  'changes are suggested; an alternative is proposed': {
    word: /\bpropos(?:e|es|ed|al|als|er)\b/i,
    isAbout: /\b(?:use\w*Suggestions?|SuggestEdit|\w+Suggestion(?:s?Call)?|suggestEdit(?:Call)?)\b/,
    // The alternatives that a member has proposed are listed above the suggestions.
    others: [
      'components/account/contributions.tsx: Alternatives you proposed',
      'components/account/contributions.tsx: Proposed on …',
    ],
  },
  'a product is neither an entry nor a listing': {
    word: /\b(?:entry|entries|listings?)\b/i,
    isAbout: /^/,
    except: /import|moderation-log|moderation-queue|markdown-page/,
    // The act.
    others: [
      'pages/terms.tsx: … is a directory of web …, submitted and ranked by its members. Browsing and searching are free and need no account. Listing is free too: no place, upvote or rank is for sale.',
    ],
  },
  'a member upvotes, and does not vote': {
    // Addresses have the word, too.
    word: /(?<![/\w-])vot(?:e|es|ed|ers?|ing)\b/i,
    isAbout: /^/,
    others: [],
  },
  'two tags are similar; an alternative is proposed': {
    word: /\bpropos(?:e|es|ed|al|als)\b/i,
    isAbout: /TagProposal/,
    others: [],
  },
  'a visitor signs in, and does not log in': {
    word: /\blog(?:s|ged|ging)?[ -]?in\b/i,
    isAbout: /^/,
    // Sentences of the specification.
    others: [
      "components/sign-in/sign-in-modal.tsx: We won't share any post or activity on your profile, social login is here to fight spam.",
      'lib/api/sign-in.ts: There is a problem to login with …',
    ],
  },
};

it.each(Object.entries(RULES))('%s', (_, { word, isAbout, others, except }) => {
  const found = files.flatMap((path) => {
    const source = readFileSync(path, 'utf8');
    if (!isAbout.test(source) || !word.test(source) || except?.test(path)) return [];
    return textsOf(path, source).flatMap((text) => (word.test(text) ? [`${path}: ${text}`] : []));
  });
  expect(found).toEqual(others);
});

/** What may say of a process that it claims something: code, its comments and the documents. */
const LEASING = ['server', 'host', 'lib', 'hooks', 'docs'];
/** Columns of builds before the tasks, and of the search outbox. */
const FORMER_COLUMNS = /\bclaim(?:ed_until|ed_at|_count)\b/g;
/** Such as `'mail.claimEnded.subject'`, which is about the claim of a member. */
const KEYS_OF_TEXTS = /'\w+(?:\.\w+)+'/g;
const CLAIMS_OF_PROCESSES = [
  /\bclaim(?:ed|s)?(?:[A-Z](?!y(?:User|Address)\b)\w*)/,
  /\b(?:process|job|worker)\b.{0,30}\bclaim(?:s|ed|ing)?\b/i,
  /\bclaim(?:s|ed|ing)?\b (?:[\w`’']+ ){0,5}(?:process|worker|lease|jobs?|tasks?|batch)\b/i,
];

it('a process takes a lease; a claim is a proof of a member', () => {
  const found = filesIn(LEASING, /\.(?:tsx?|md)$/)
    .filter((path) => !/glossary\.md$|\/migrations\//.test(path))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .replace(FORMER_COLUMNS, '')
        .replace(KEYS_OF_TEXTS, '')
        .split('\n')
        .filter((line) => CLAIMS_OF_PROCESSES.some((claim) => claim.test(line)))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

const PRODUCT = ['pages', 'components', 'hooks', 'lib', 'server', 'host'];

/** The lines of the product's code that a pattern finds, each with its file. */
const linesWith = (word: RegExp) =>
  filesIn(PRODUCT, /\.tsx?$/).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => word.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

it('comments say who acts and when, not nobody, whoever, meanwhile or once more', () => {
  expect(linesWith(/^\s*(?:\/\/|\/?\*).*\b(?:nobody|whoever|meanwhile|once more)\b/i)).toEqual([]);
});

it('code that is loaded when it is needed is lazy, not late', () => {
  expect(linesWith(/\b(?:call|use|load|import)Late(?![a-z])/)).toEqual([]);
});
