import ts from 'typescript';
import { findGluedTexts } from './glued-texts';
import { findShown, isHolder, isSaying, nameOf } from './shown-texts';
import {
  calleeOf,
  hasLetters,
  isAddress,
  isForPrograms,
  isNameForPrograms,
  isProse,
  withoutTags,
} from './for-programs';

/** Attributes of elements and components that no page shows. */
const NOT_SHOWN =
  /^(?:className|\w*ClassName|id|\w*Id|href|\w*Href|src|srcSet|sizes|style|d|viewBox|transform|accept|target|data-[\w-]+|aria-(?!label$|description$|roledescription$|valuetext$|placeholder$)[\w-]+|\w*Path|points|media|rel|keptAs)$/;

/** The literal parts of a string or a template, without markup. */
const wordsOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return withoutTags(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  return withoutTags([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
};

/** The name of the attribute, property, variable or parameter that has an expression as its value, perhaps on a condition. */
function holderOf(node: ts.Node): string | undefined {
  const { parent } = node;
  const isPart =
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && /^(?:&&|\|\||\?\?|\+)$/.test(parent.operatorToken.getText())) ||
    (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent));
  if (isPart) return holderOf(parent);
  return isHolder(parent) && parent.initializer === node ? nameOf(parent.name) : undefined;
}

/** The words of a whole element in a string. */
const hasElement = (code: string) =>
  /<(title|h[1-6]|p|a|b|strong|em|li|td|th|button|label|span)\b[^<>]*>[^<>]*(?<!\$\{[^}]*)\p{L}{2}[^<>]*<\/\1>/u.test(
    code.replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '…'),
  );

const STEM = /(?<![\p{L}{])\p{L}{3,4}/gu;

/** One text for one, and the same for other numbers: languages have up to six forms, which a message has in `plural`. */
function isPluralByHand(node: ts.Node): boolean {
  if (!ts.isConditionalExpression(node) || !ts.isBinaryExpression(node.condition)) return false;
  const { operatorToken, right } = node.condition;
  if (!/^[!=]==$/.test(operatorToken.getText()) || right.getText() !== '1') return false;
  const messages = [node.whenTrue, node.whenFalse]
    .map(bare)
    .flatMap((each) => (isSaying(each) ? [each.arguments[1]?.getText() ?? ''] : []));
  if (messages.length < 2 || messages.some((message) => message.includes(' plural,'))) return false;
  const [one = [], other = []] = messages.map((message) =>
    Array.from(message.matchAll(STEM), ([stem]) => stem),
  );
  return one.filter((stem) => other.includes(stem)).length * 2 >= Math.min(one.length, other.length);
}

const FORMAT =
  /^(?:toLocale(?:Date|Time)?String|(?:Number|DateTime|RelativeTime|List)Format|PluralRules|DisplayNames)$/;

/** A number, a day or a list as one language writes it, or the language of the machine. */
function isInOneLanguage(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  const [language] = node.arguments ?? [];
  return FORMAT.test(calleeOf(node)) && (!language || /^\[?['"`]|^undefined$/.test(language.getText()));
}

/** A class that shows a text before or after the element. */
const CONTENT = /\bcontent-\[(?:['"]|&quot;)[^\]]*\p{L}/u;

const bare = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? bare(node.expression) : node;

/**
 * What a file says outside of the catalog, as `line: fault`: a text that is no argument of `t`, `text` or `rich`; a text that is
 * said when the module is imported, which would keep the first language; a sentence that is made of pieces; and a number or a
 * day as one language writes it.
 */
export function findLiteralTexts(code: string, file: string): string[] {
  const tree = ts.createSourceFile(
    file,
    code,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: string[] = [];
  const report = (node: ts.Node, fault: string) =>
    found.push(
      `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${fault.replace(/\s+/g, ' ').trim()}`,
    );
  const inFunction = (node: ts.Node) =>
    ts.findAncestor(node, (each) => ts.isFunctionLike(each)) !== undefined;

  const shown = findShown(tree);

  function isRead(node: ts.Node, words: string): boolean {
    const { parent } = node;
    const holder = holderOf(node);
    if (isAddress(words)) return false;
    if (shown.has(node)) return /\p{L}/u.test(words);
    if (hasElement(node.getText())) return true;
    if (!hasLetters(words) || !isProse(words)) return false;
    if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
    if (holder !== undefined && isNameForPrograms(holder)) return false;
    // A pair of a Map: its key, or the value of a header.
    if (ts.isArrayLiteralExpression(parent) && parent.elements.length === 2) {
      const [first] = parent.elements;
      if (first && first !== node && ts.isStringLiteralLike(first) && isNameForPrograms(first.text))
        return false;
    }
    const isCompared =
      (ts.isBinaryExpression(parent) && /^(?:===|!==|in)$/.test(parent.operatorToken.getText())) ||
      ts.isCaseClause(parent) ||
      ts.isElementAccessExpression(parent);
    if (isCompared) return false;
    const attribute = ts.findAncestor(
      node,
      (each) => ts.isJsxAttribute(each) || (ts.isFunctionLike(each) ? 'quit' : false),
    );
    if (attribute && ts.isJsxAttribute(attribute) && NOT_SHOWN.test(attribute.name.getText())) return false;
    return !isForPrograms(node);
  }

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (isSaying(node)) {
      if (!inFunction(node) && node.expression.getText() !== 'text')
        report(node, `said at import: ${node.getText().slice(0, 80)}`);
      node.arguments.slice(2).forEach(visit);
      return;
    }
    if (ts.isJsxText(node)) {
      if (hasLetters(node.text)) report(node, node.text);
      return;
    }
    if (isPluralByHand(node)) report(node, `a plural that only English has: ${node.getText().slice(0, 80)}`);
    if (isInOneLanguage(node)) report(node, `written for one language: ${node.getText().slice(0, 80)}`);
    if (ts.isStringLiteralLike(node) && CONTENT.test(node.text)) report(node, node.text);
    const words = wordsOf(node);
    if (words !== undefined && isRead(node, words)) report(node, words);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const node of findGluedTexts(tree)) report(node, `glued: ${node.getText().slice(0, 80)}`);
  return found;
}
