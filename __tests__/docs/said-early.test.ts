import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { CODE_FOLDERS } from '@/host/texts/code-folders';
import { readDeclarations, returned } from '../setup/declarations';

/**
 * Texts that are said too early, as `line: code`: in the values of a `text`, which a row or the log may say in another language, and as
 * the message of an error, which the log says in English.
 */
function findSaidEarly(code: string, file: string): string[] {
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const declarationOf = readDeclarations(tree);

  function says(node: ts.Node, depth = 0): boolean {
    if (depth > 8) return false;
    const is = (each: ts.Node) => says(each, depth + 1);
    if (ts.isCallExpression(node)) {
      if (!ts.isIdentifier(node.expression)) return false;
      if (/^(?:t|say|sayStored)$/.test(node.expression.text)) return true;
      const called = declarationOf(node.expression);
      return node.arguments.some(is) || (called !== undefined && returned(called).some(is));
    }
    if (ts.isIdentifier(node)) {
      const value = declarationOf(node);
      return value !== undefined && !ts.isFunctionLike(value) && !ts.isParameter(value) && is(value);
    }
    if (ts.isObjectLiteralExpression(node)) return node.properties.some(is);
    if (ts.isPropertyAssignment(node)) return is(node.initializer);
    if (ts.isShorthandPropertyAssignment(node)) return is(node.name);
    if (ts.isSpreadAssignment(node) || ts.isParenthesizedExpression(node)) return is(node.expression);
    if (ts.isConditionalExpression(node)) return is(node.whenTrue) || is(node.whenFalse);
    if (ts.isBinaryExpression(node)) return is(node.left) || is(node.right);
    if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => is(expression));
    return ts.isArrayLiteralExpression(node) && node.elements.some(is);
  }

  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isCallExpression(node) && node.expression.getText() === 'text';
    const isError = ts.isNewExpression(node) && node.expression.getText() === 'ApiError';
    const kept = isText ? node.arguments[2] : isError ? node.arguments?.[1] : undefined;
    const isEarly =
      kept && (isText ? says(kept) : ts.isCallExpression(kept) && kept.expression.getText() === 't');
    if (kept && isEarly)
      found.push(`${file}:${tree.getLineAndCharacterOfPosition(kept.getStart()).line + 1} ${kept.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** What only errors say, which are shown at once. */
const SHOWN_AT_ONCE =
  /^server\/(?:http\/request-body|policies\/viewer|commands\/decisions\/require-seen)\.ts:/;

const files = CODE_FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
).filter((file) => /\.tsx?$/.test(file));

it('says nothing early that a row or the log says in another language: write text(…), and withTexts around a text in a text', () => {
  const found = files.flatMap((file) => findSaidEarly(readFileSync(file, 'utf8'), file));
  expect(found.filter((each) => !SHOWN_AT_ONCE.test(each))).toEqual([]);
  expect(found.length).toBeGreaterThan(3);
});

it.each([
  ["text('rule.waits', 'At {at}.', { at: t('time.noon', 'noon') })", true],
  ["const values = { n, at: timeOf(n) }; text('rule.waits', 'At {at}.', values)", true],
  ["text('rule.waits', 'At {at}.', { ...more, at: isNow ? '' : timeOf(n) })", true],
  ["new ApiError('gone', t('page.gone', 'It is gone.'))", true],
  ["text('rule.waits', 'At {at}.', { at: n })", false],
  [
    "new ApiError('gone', text('page.gone', 'It is gone.'), { fields: { url: t('page.gone', 'It is gone.') } })",
    false,
  ],
])('finds in %s: %s', (code, isFound) => {
  const declared = "const timeOf = (n: number) => t('time.of', '{n} UTC', { n });\n";
  expect(findSaidEarly(declared + code, 'a.ts')).toHaveLength(isFound ? 1 : 0);
});
