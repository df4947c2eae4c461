import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Places that show a person without the mark, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'components/search/search-options.ts': 'gives the role to the option, beside the name',
  'components/moderation/sections/appeals.tsx': 'labels for screen readers, after the marked name',
  'components/account/account-data.tsx': 'the words for a former member',
  'components/moderation/sections/invitations.tsx':
    'only moderators invite, and only moderators read who did',
  'components/moderation/members/member-decisions.tsx': 'says which role the member has',
};

const PERSONS = /^(?:submitter|member|reporter|inviter|author|creator|user)$/;
const isOfPerson = (node: ts.Node): boolean =>
  (ts.isIdentifier(node) && /^handle$|Handle$/.test(node.text)) ||
  (ts.isPropertyAccessExpression(node) &&
    (/^handle$|Handle$/.test(node.name.text) ||
      (node.name.text === 'name' && PERSONS.test(node.expression.getText().split('.').at(-1) ?? ''))));

/** Whether an object has the values of a text, as in `t('list.by', 'By {name}', { name })`. */
const hasValues = ({ parent }: ts.ObjectLiteralExpression): boolean =>
  ts.isCallExpression(parent) && /^(?:t|rich|text)$/.test(parent.expression.getText());

/** Whether a node is part of a text or of a link: a template, a value of a text, or something between the tags of an element. */
function isShown(node: ts.Node): boolean {
  let inner = node;
  for (let at = node.parent; !ts.isStatement(at); inner = at, at = at.parent) {
    if (ts.isTemplateExpression(at)) return true;
    if (ts.isShorthandPropertyAssignment(at)) return hasValues(at.parent);
    if (ts.isPropertyAssignment(at)) return at.initializer === inner && hasValues(at.parent);
    if (ts.isJsxAttribute(at)) return false;
    if (ts.isJsxExpression(at)) return ts.isJsxElement(at.parent) || ts.isJsxFragment(at.parent);
    if (!ts.isParenthesizedExpression(at) && !ts.isConditionalExpression(at) && !ts.isTemplateSpan(at))
      return false;
  }
  return false;
}

/** Whether the mark is near a node: in one of the four elements around it. Labels for screen readers alone follow the name. */
function isMarked(node: ts.Node): boolean {
  let around = 0;
  for (let at = node; !ts.isSourceFile(at) && around < 4; at = at.parent) {
    if (!ts.isJsxElement(at)) continue;
    around += 1;
    const text = at.getText();
    if (/<(?:RoleMark|MemberHandle)\b/.test(text) || at.openingElement.getText().includes('sr-only'))
      return true;
  }
  return false;
}

const files = ['components', 'pages'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`),
);

function findNames(path: string): { place: string; isMarked: boolean }[] {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: { place: string; isMarked: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (isOfPerson(node) && isShown(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ place: `${path}:${line + 1} ${node.getText()}`, isMarked: isMarked(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('components show the mark of moderators and admins beside each name and handle of another person', () => {
  const names = files.flatMap((path) => findNames(path).map((name) => ({ path, ...name })));
  expect(names.length).toBeGreaterThan(20);
  expect(
    names.filter(({ path, isMarked: has }) => !has && !(path in WITHOUT)).map(({ place }) => place),
  ).toEqual([]);
  const needless = Object.keys(WITHOUT).filter(
    (path) => !names.some((name) => name.path === path && !name.isMarked),
  );
  expect(needless).toEqual([]);
});
