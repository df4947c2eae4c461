import ts from 'typescript';
import { SAYING } from '@/host/texts/find-texts';
import { readAssigned, readDeclarations, returned } from './declarations';
import { calleeOf, isShownName } from './for-programs';

/** Calls that show or send a text. */
const SHOWING =
  /^(?:showToast|set(?:Notice|Error|Message)|drawLine|Response|(?:min|max)(?:Length)?|refine|regex|alert|confirm|prompt|ApiError|(?:Api|Task|Popup|Search)Failure|(?:Image|Fetch)?Refusal|Unreadable\w+)$/;

/** Of these, the first value is a code, a kind or a limit; the text follows. */
const TEXT_FOLLOWS = /Error$|Failure|Refusal|showToast|^(?:min|max|refine|regex)/;

export const isSaying = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && SAYING.has(node.expression.text);

type Holder =
  | ts.JsxAttribute
  | ts.PropertyAssignment
  | ts.PropertyDeclaration
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement;

/** Whether a node gives a name a value: an attribute, a property, a variable, a parameter. */
export const isHolder = (node: ts.Node): node is Holder =>
  ts.isJsxAttribute(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node);

export const nameOf = (name: ts.Node): string =>
  ts.isStringLiteralLike(name) || ts.isIdentifier(name) ? name.text : name.getText();

/** Whether a message only chooses by a value, and never shows it. */
const isOnlyChosenBy = (message: string, name: string) => {
  const uses = message.match(new RegExp(`\\{\\s*${name}\\s*[,}]\\s*(?:select\\b)?`, 'g')) ?? [];
  return uses.length > 0 && uses.every((use) => use.endsWith('select'));
};

/** The strings whose place shows them: an element, an attribute such as `title`, a property such as `label`, a toast, a value of a message. */
export function findShown(tree: ts.SourceFile): Set<ts.Node> {
  const shown = new Set<ts.Node>();
  const seen = new Set<ts.Node>();
  const declarationOf = readDeclarations(tree);
  const assigned = readAssigned(tree);

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
    if (ts.isElementAccessExpression(node)) membersOf(node.expression).forEach(mark);
    if (ts.isPropertyAccessExpression(node)) markProperty(node.expression, node.name.text);
    if (ts.isIdentifier(node)) {
      assigned.get(node.text)?.forEach(mark);
      const value = declarationOf(node);
      if (value && ts.isParameter(value)) {
        if (value.initializer) mark(value.initializer);
        elementsFor(value).forEach(mark);
      } else if (value && ts.isBindingElement(value)) markBound(value);
      else if (value && !ts.isFunctionLike(value)) mark(value);
    }
    if (ts.isCallExpression(node)) markCall(node);
  }

  function markCall({ expression, arguments: [first] }: ts.CallExpression): void {
    if (ts.isIdentifier(expression)) {
      const called = declarationOf(expression);
      if (called) returned(called).forEach(mark);
      if (expression.text === 'useMemo' && first) returned(first).forEach(mark);
    }
    // A Map has its values by their keys.
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'get')
      membersOf(expression.expression).forEach(
        (pair) => ts.isArrayLiteralExpression(pair) && pair.elements.slice(1).forEach(mark),
      );
  }

  /** Each of a list or a table. */
  function membersOf(node: ts.Node): ts.Node[] {
    if (ts.isIdentifier(node)) {
      const value = declarationOf(node);
      return value && !ts.isFunctionLike(value) && !ts.isParameter(value) ? membersOf(value) : [];
    }
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return membersOf(node.expression);
    if (ts.isArrayLiteralExpression(node)) return [...node.elements];
    if (ts.isNewExpression(node) && calleeOf(node) === 'Map')
      return (node.arguments ?? []).flatMap(membersOf);
    if (!ts.isObjectLiteralExpression(node)) return [];
    return node.properties.flatMap((each) => (ts.isPropertyAssignment(each) ? [each.initializer] : []));
  }

  /** What a function of `map` gets. */
  function elementsFor({ parent }: ts.ParameterDeclaration): ts.Node[] {
    const call = parent.parent;
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return [];
    return call.expression.name.text === 'map' ? membersOf(call.expression.expression) : [];
  }

  function markProperty(node: ts.Node, name: string): void {
    if (ts.isIdentifier(node)) {
      const value = declarationOf(node);
      if (value && ts.isParameter(value)) elementsFor(value).forEach((each) => markProperty(each, name));
      else if (value && !ts.isFunctionLike(value)) markProperty(value, name);
    }
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) markProperty(node.expression, name);
    if (ts.isElementAccessExpression(node))
      membersOf(node.expression).forEach((each) => markProperty(each, name));
    if (ts.isObjectLiteralExpression(node))
      for (const property of node.properties)
        if (ts.isPropertyAssignment(property) && nameOf(property.name) === name) mark(property.initializer);
  }

  /** What a name gets that is taken out of an object: its default, and the property of what is taken apart. */
  function markBound({ initializer, parent, propertyName, name }: ts.BindingElement): void {
    if (initializer) mark(initializer);
    const source = parent.parent;
    const property = nameOf(propertyName ?? name);
    if (!ts.isObjectBindingPattern(parent)) return;
    if (ts.isParameter(source)) elementsFor(source).forEach((each) => markProperty(each, property));
    if (ts.isVariableDeclaration(source) && source.initializer) markProperty(source.initializer, property);
  }

  /** The values of a message, but of those that it only chooses by. */
  function markValues(node: ts.CallExpression): void {
    const [, message, values] = node.arguments;
    if (!message || !values || !ts.isObjectLiteralExpression(values)) return;
    for (const property of values.properties) {
      if (!property.name || isOnlyChosenBy(message.getText(), nameOf(property.name))) continue;
      if (ts.isPropertyAssignment(property)) mark(property.initializer);
      if (ts.isShorthandPropertyAssignment(property)) mark(property.name);
    }
  }

  function visitCall(node: ts.CallExpression | ts.NewExpression): void {
    const [first, ...rest] = node.arguments ?? [];
    const callee = calleeOf(node);
    if (SHOWING.test(callee) || node.expression.getText() === 'c.text')
      (TEXT_FOLLOWS.test(callee) && (rest.length > 0 || !/[A-Z]/.test(callee))
        ? rest
        : [first, ...rest]
      ).forEach((each) => each && mark(each));
    if (callee === 'setAttribute' && first && ts.isStringLiteralLike(first) && isShownName(first.text))
      rest.forEach(mark);
  }

  const visit = (node: ts.Node): void => {
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) mark(node);
    if (isHolder(node) && node.initializer && isShownName(nameOf(node.name))) mark(node.initializer);
    if (ts.isGetAccessor(node) && isShownName(nameOf(node.name))) returned(node).forEach(mark);
    const isAssigned =
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      isShownName(node.left.name.text);
    if (isAssigned) mark(node.right);
    if (isSaying(node)) markValues(node);
    else if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return shown;
}
