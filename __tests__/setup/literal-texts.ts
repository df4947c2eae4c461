import ts from 'typescript';
import { findGluedTexts, readDeclarations, returned } from './glued-texts';
import {
  calleeOf,
  hasLetters,
  isAddress,
  isForPrograms,
  isNameForPrograms,
  isProse,
  isShownName,
  withoutTags,
} from './for-programs';

const SAYING = new Set(['t', 'text', 'rich']);

/** Attributes of elements and components that no page shows. */
const NOT_SHOWN =
  /^(?:className|\w*ClassName|id|\w*Id|href|\w*Href|src|srcSet|sizes|style|d|viewBox|transform|accept|target|data-[\w-]+|aria-(?!label$|description$|roledescription$|valuetext$|placeholder$)[\w-]+|\w*Path|points|media|rel|keptAs)$/;

/** The literal parts of a string or a template, without markup. */
const wordsOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return withoutTags(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  return withoutTags([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
};

/** Calls that show or send a text. */
const SHOWING =
  /^(?:showToast|alert|confirm|prompt|ApiError|(?:Api|Task|Popup|Search)Failure|(?:Image|Fetch)?Refusal|Unreadable\w+)$/;

const nameOf = (name: ts.Node): string =>
  ts.isStringLiteralLike(name) || ts.isIdentifier(name) ? name.text : name.getText();

/** The name of the attribute, property, variable or parameter that has an expression as its value, perhaps on a condition. */
function holderOf(node: ts.Node): string | undefined {
  const { parent } = node;
  const isPart =
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && /^(?:&&|\|\||\?\?|\+)$/.test(parent.operatorToken.getText())) ||
    (ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent));
  if (isPart) return holderOf(parent);
  const isHolder =
    ts.isJsxAttribute(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent);
  return isHolder && parent.initializer === node ? nameOf(parent.name) : undefined;
}

/** The strings whose place shows them: an element, an attribute such as `title`, a property such as `label`, a toast. */
function findShown(tree: ts.SourceFile): Set<ts.Node> {
  const shown = new Set<ts.Node>();
  const seen = new Set<ts.Node>();
  const declarationOf = readDeclarations(tree);

  function mark(node: ts.Node): void {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) shown.add(node);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) mark(node.expression);
    if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node))
      if (node.expression) mark(node.expression);
    if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(mark);
    if (ts.isTemplateExpression(node)) node.templateSpans.forEach(({ expression }) => mark(expression));
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText();
      if (/^(?:\|\||\?\?|\+)$/.test(operator)) mark(node.left);
      if (/^(?:&&|\|\||\?\?|\+)$/.test(operator)) mark(node.right);
    }
    if (ts.isElementAccessExpression(node)) markMembers(node.expression);
    if (ts.isIdentifier(node)) {
      const value = declarationOf(node);
      if (value && ts.isParameter(value)) markElements(value);
      else if (value && !ts.isFunctionLike(value)) mark(value);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const called = declarationOf(node.expression);
      if (called) returned(called).forEach(mark);
    }
  }

  /** Each of a list or a table. */
  function markMembers(node: ts.Node): void {
    if (ts.isIdentifier(node)) {
      const value = declarationOf(node);
      if (value && !ts.isFunctionLike(value) && !ts.isParameter(value)) markMembers(value);
    }
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) markMembers(node.expression);
    if (ts.isArrayLiteralExpression(node)) node.elements.forEach(mark);
    if (ts.isObjectLiteralExpression(node))
      for (const property of node.properties)
        if (ts.isPropertyAssignment(property)) mark(property.initializer);
  }

  /** What a function of `map` gets. */
  function markElements({ parent, initializer }: ts.ParameterDeclaration): void {
    if (initializer) mark(initializer);
    const call = parent.parent;
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return;
    if (call.expression.name.text === 'map') markMembers(call.expression.expression);
  }

  const visit = (node: ts.Node): void => {
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) mark(node);
    if (ts.isJsxAttribute(node) && node.initializer && isShownName(nameOf(node.name))) mark(node.initializer);
    const isHolder =
      ts.isPropertyAssignment(node) ||
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node);
    if (isHolder && node.initializer && isShownName(nameOf(node.name))) mark(node.initializer);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const [first, ...rest] = node.arguments ?? [];
      const callee = calleeOf(node);
      // Before the text, errors have a code, and toasts their kind.
      if (SHOWING.test(callee))
        (/Error|Failure|Refusal|showToast/.test(callee) && rest.length > 0 ? rest : [first, ...rest]).forEach(
          (each) => each && mark(each),
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return shown;
}

/**
 * What a file says outside of the catalog, as `line: fault`: a text that is no argument of `t`, `text` or `rich`; a text that is
 * said when the module is imported, which would keep the first language; and a sentence that is made of pieces.
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
  const isSaying = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && SAYING.has(node.expression.text);
  const inFunction = (node: ts.Node) =>
    ts.findAncestor(node, (each) => ts.isFunctionLike(each)) !== undefined;

  const shown = findShown(tree);

  function isRead(node: ts.Node, words: string): boolean {
    const { parent } = node;
    const holder = holderOf(node);
    if (!hasLetters(words) || isAddress(words)) return false;
    if (shown.has(node)) return true;
    if (!isProse(words)) return false;
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
    const words = wordsOf(node);
    if (words !== undefined && isRead(node, words)) report(node, words);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  for (const node of findGluedTexts(tree)) report(node, `glued: ${node.getText().slice(0, 80)}`);
  return found;
}
