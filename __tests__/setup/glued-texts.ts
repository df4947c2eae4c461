import ts from 'typescript';
import { readDeclarations, returned } from './declarations';
import { isForPrograms } from './for-programs';

const SAYING = new Set(['t', 'say', 'rich']);

/** In place of a said text and of another value, while the words of a line are looked at. */
const SAID = '\uE000';
const VALUE = '\uE001';

/** What begins another line or another part, each of which may stand alone: markup, a break, or a sign between facts. */
const BREAK = /<[^<>]*>|\]\(|\n|\r|[·•|→#*\t]| [–-] /;

/** What a value of this name is, wherever it comes from. */
const SENTENCE = /^(?:sentence|message)s?$/;

/** Elements that stand in the middle of a sentence. */
const INLINE = /^(?:a|Link|strong|em|b|i|code|kbd|abbr|time|bdi|q|mark)$/;

const isCase = (name: string) => /^to(?:Locale)?(?:Lower|Upper)Case$/.test(name);

/** Endings that only English has. */
const ENDING = /^(?:e?s|ed|ing|['’]s)(?![\p{L}\d-])/u;

/** Whether a message is shown beside another message, and its comment does not tell translators so. */
const isPiece = (english: string, call: string) =>
  /\p{L}/u.test(english) &&
  (/^\s|\s$/.test(english) || (/^[,;.!?)]/.test(english) && !/\/\* after /.test(call)));

/**
 * The places in a file where a sentence is made of texts: `+`, a template, `join`, or texts beside each other in one element.
 * Each language orders words in its own way, has its own signs between sentences, and its own capital letters.
 */
export function findGluedTexts(tree: ts.SourceFile): ts.Node[] {
  const declarationOf = readDeclarations(tree);
  const found = new Set<ts.Node>();

  /** Whether the value of an expression is a said text, or may be one. */
  function says(node: ts.Node, depth = 0): boolean {
    if (depth > 8) return false;
    const is = (each: ts.Node) => says(each, depth + 1);
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (ts.isIdentifier(expression)) {
        if (SAYING.has(expression.text)) return true;
        const called = declarationOf(expression);
        return called !== undefined && returned(called).some(is);
      }
      return (
        ts.isPropertyAccessExpression(expression) &&
        (expression.name.text === 'say' ||
          (/^(?:trim|concat|slice|replace|to\w+Case)$/.test(expression.name.text) &&
            is(expression.expression)))
      );
    }
    if (ts.isPropertyAccessExpression(node)) return SENTENCE.test(node.name.text);
    if (ts.isIdentifier(node)) {
      if (SENTENCE.test(node.text)) return true;
      const value = declarationOf(node);
      return value !== undefined && !ts.isFunctionLike(value) && is(value);
    }
    if (ts.isConditionalExpression(node)) return is(node.whenTrue) || is(node.whenFalse);
    if (ts.isBinaryExpression(node))
      return /^(?:&&|\|\||\?\?|\+)$/.test(node.operatorToken.getText()) && (is(node.left) || is(node.right));
    if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => is(expression));
    if (ts.isSpreadElement(node) || ts.isParenthesizedExpression(node)) return is(node.expression);
    if (ts.isArrayLiteralExpression(node)) return node.elements.some(is);
    return false;
  }

  /** Texts and values in their order, as one line. */
  const lineOf = (node: ts.Node): string => {
    if (ts.isParenthesizedExpression(node)) return lineOf(node.expression);
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isTemplateExpression(node))
      return (
        node.head.text +
        node.templateSpans.map(({ expression, literal }) => lineOf(expression) + literal.text).join('')
      );
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
      return lineOf(node.left) + lineOf(node.right);
    if (ts.isConditionalExpression(node) && !says(node)) return lineOf(node.whenTrue);
    return says(node) ? SAID : VALUE;
  };

  const isGlued = (line: string): boolean =>
    line.split(BREAK).some((part) => {
      if (!part.includes(SAID)) return false;
      const rest = part.replace(SAID, '').trim();
      return /[\p{L}\uE000\uE001]/u.test(rest) || /^[,;.!?)]|[,;:(]$/.test(rest);
    });

  const check = (node: ts.Node): void => {
    const isInner =
      !ts.isSourceFile(node) &&
      ts.isBinaryExpression(node.parent) &&
      node.parent.operatorToken.kind === ts.SyntaxKind.PlusToken;
    if (ts.isTemplateExpression(node)) {
      if (isGlued(lineOf(node))) found.add(node);
      if (node.templateSpans.some(({ literal }) => ENDING.test(literal.text)) && !isDuration(node))
        found.add(node);
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      if (!isInner && isGlued(lineOf(node))) found.add(node);
      if (ts.isStringLiteralLike(node.right) && ENDING.test(node.right.text)) found.add(node);
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const [first] = node.arguments;
      if (isCase(name.text) && says(expression)) found.add(node);
      if (name.text === 'concat' && says(expression)) found.add(node);
      if (name.text === 'join' && isJoined(expression, first)) found.add(node);
    }
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      /^(?:t|text|rich)$/.test(node.expression.text)
    ) {
      const [, english] = node.arguments;
      if (english && ts.isStringLiteralLike(english) && isPiece(english.text, node.getText()))
        found.add(node);
    }
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) if (isGlued(childrenLine(node))) found.add(node);
    ts.forEachChild(node, check);
  };

  /** `${seconds}s` */
  const isDuration = (node: ts.TemplateExpression) =>
    node.templateSpans.every(({ expression }) => /second|duration|delay|\d/i.test(expression.getText()));

  function isJoined(list: ts.Expression, between: ts.Expression | undefined): boolean {
    if (between && !ts.isStringLiteralLike(between)) return elementsSay(list);
    const separator = between?.text ?? ',';
    if (/\s\p{Ll}{2}|\p{Ll}{2}\s/u.test(separator)) return true;
    if (BREAK.test(separator)) return false;
    return elementsSay(list);
  }

  function elementsSay(list: ts.Node, depth = 0): boolean {
    if (depth > 8) return false;
    if (ts.isParenthesizedExpression(list) || ts.isSpreadElement(list))
      return elementsSay(list.expression, depth + 1);
    if (ts.isArrayLiteralExpression(list))
      return list.elements.some((each) =>
        ts.isSpreadElement(each) ? elementsSay(each, depth + 1) : says(each),
      );
    if (ts.isConditionalExpression(list))
      return elementsSay(list.whenTrue, depth + 1) || elementsSay(list.whenFalse, depth + 1);
    if (ts.isIdentifier(list)) {
      const value = declarationOf(list);
      return value !== undefined && elementsSay(value, depth + 1);
    }
    if (!ts.isCallExpression(list)) return false;
    const { expression } = list;
    if (ts.isIdentifier(expression)) {
      const called = declarationOf(expression);
      return called !== undefined && returned(called).some((each) => elementsSay(each, depth + 1));
    }
    if (!ts.isPropertyAccessExpression(expression)) return false;
    const [first] = list.arguments;
    if (/^(?:map|flatMap)$/.test(expression.name.text) && first) {
      if (ts.isIdentifier(first)) return first.text === 'say' || says(first);
      return returned(first).some((each) => says(each) || elementsSay(each, depth + 1));
    }
    return (
      /^(?:filter|toSorted|slice|concat|flat)$/.test(expression.name.text) &&
      elementsSay(expression.expression, depth + 1)
    );
  }

  /** The children of an element that are text, in one line. */
  function childrenLine({ children }: ts.JsxElement | ts.JsxFragment): string {
    return children
      .map((child) => {
        if (ts.isJsxText(child)) return child.text.replace(/\s*\n\s*/g, '');
        if (ts.isJsxElement(child) && INLINE.test(child.openingElement.tagName.getText())) return VALUE;
        if (!ts.isJsxExpression(child)) return '\n';
        return child.expression ? shownLine(child.expression) : '';
      })
      .join('');
  }

  function shownLine(node: ts.Node): string {
    if (ts.isParenthesizedExpression(node)) return shownLine(node.expression);
    if (ts.isConditionalExpression(node)) {
      const lines = [shownLine(node.whenTrue), shownLine(node.whenFalse)];
      return lines.find((line) => line.includes(SAID)) ?? lines.find((line) => line.trim() !== '') ?? '';
    }
    if (ts.isBinaryExpression(node) && /^(?:&&|\|\||\?\?)$/.test(node.operatorToken.getText()))
      return shownLine(node.right);
    if (ts.isJsxElement(node) || ts.isJsxFragment(node) || ts.isJsxSelfClosingElement(node)) return '\n';
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateExpression(node) ||
      ts.isIdentifier(node) ||
      ts.isPropertyAccessExpression(node) ||
      says(node);
    return isText ? lineOf(node) : '\n';
  }

  check(tree);
  return [...found].filter((node) => !isForPrograms(node));
}
