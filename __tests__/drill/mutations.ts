import ts from 'typescript';

/** A change to one line of a source file that breaks its behavior. */
export type Mutation = { start: number; end: number; replacement: string; line: number };

const SWAPPED_OPERATORS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
]);

/** For comparisons with the current time: no test can meet the millisecond in which the operators above differ. */
const REVERSED_OPERATORS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '>='],
  [ts.SyntaxKind.LessThanEqualsToken, '>'],
  [ts.SyntaxKind.GreaterThanToken, '<='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '<'],
]);
const CURRENT_TIME = /\b(?:Date|performance)\.now\(\)/;

/** Larger numbers are mostly time-outs and sizes, where one more makes no observable difference. */
const NUMBER_MAX = 1_000;
const NAME_OF_DURATION = /(?:ms|_MS)(?:Min|Max|_MIN|_MAX)?$|^dedupingInterval$/i;
/** Declares columns and their default values. The migrations create both, and a row without a value gets theirs. */
const SCHEMA_FILE = /^server\/db\/schema/;
/** How many rows a loop takes at once until none is left, and how many steps until it merges the index of the search. */
const NAME_OF_BATCH = /(?:Per(?:Batch|Step|Part|IndexMerge)|_PER_(?:BATCH|STEP|PART)|[a-z]AtOnce|_AT_ONCE)$/;
/** How much memory a thread, a process or a cache may take. */
const NAME_OF_MEMORY = /^(?:heapMbMax|maxSize)$/;
/** How many pixels something drawn has. The least and the most that is accepted are other numbers. */
const NAME_OF_PIXELS = /(?:[a-z]Px|_PX)$/;
const LOG_CALL = /(?:^|\.)(?:logger|console)\??\./;
/** Lets a process end while a timer or socket is open. The tests end processes by signals. */
const UNREF_CALL = /^[\w.?]+\.unref$/;
/** Functions and attributes that ignore what their callback returns. */
const IGNORES_RESULT =
  /(?:^|\.)(?:setTimeout|setInterval|setImmediate|queueMicrotask|forEach|finally|addEventListener|on|once)$/;
/** Methods that return a promise of the callback's result. Nothing reads the promise if the call is a whole statement. */
const GIVES_RESULT = /\.(?:then|catch)$/;
const HANDLER_ATTRIBUTE = /^on[A-Z]/;
/** Attributes that change only how an element looks, whether its text is proofread, or how React tells elements apart. */
const SKIPPED_ATTRIBUTES = new Set(['className', 'style', 'spellCheck', 'key']);
/**
 * A browser scrolls sooner with `passive` listeners, but to the same place. Without a browser, nothing scrolls. `ref` is to
 * a timer that is awaited what `unref` is to others.
 */
const SKIPPED_OPTIONS = new Set(['passive', 'preventScroll', 'ref']);

/**
 * Lists the breaks that can be made to a file, each within one line. Some do not compile: check them before use.
 *
 * Changes no types, imports, texts or log calls. Keeps every `await`: a missing one is an error of the linter.
 */
export function listMutations(fileName: string, text: string): Mutation[] {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const mutations: Mutation[] = [];
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;

  const replace = (node: ts.Node, replacement: string) => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    const line = lineOf(start);
    const isChange = text.slice(start, end) !== replacement;
    if (isChange && line === lineOf(end)) mutations.push({ start, end, replacement, line });
  };
  const negate = (node: ts.Expression) => replace(node, `!(${node.getText(source)})`);

  const visit = (node: ts.Node): void => {
    if (isSkipped(node, source)) return;
    if (ts.isIfStatement(node)) negate(node.expression);
    if (ts.isConditionalExpression(node)) negate(node.condition);
    if (ts.isReturnStatement(node) && node.expression) returnConstant(node.expression);
    if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      if (isResultIgnored(node, source)) replace(node.body, 'undefined');
      else returnConstant(node.body);
    }
    if (ts.isBinaryExpression(node) && !isSameForEqualValues(node, source)) {
      const { kind } = node.operatorToken;
      const isTimed = [node.left, node.right].some((side) => CURRENT_TIME.test(side.getText(source)));
      const operator = (isTimed && REVERSED_OPERATORS.get(kind)) || SWAPPED_OPERATORS.get(kind);
      if (operator !== undefined) replace(node.operatorToken, operator);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      replace(node, node.operand.getText(source));
    }
    if (ts.isExpressionStatement(node) && isCall(node.expression)) replace(node, ';');
    if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false');
    if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true');
    if (ts.isNumericLiteral(node) && isCountedNumber(node)) replace(node, String(Number(node.text) + 1));
    ts.forEachChild(node, visit);
  };

  const returnConstant = (expression: ts.Expression) => {
    if (isEmptyElement(expression, fileName, source)) return;
    replace(expression, 'undefined');
    negate(expression);
  };

  ts.forEachChild(source, visit);
  return mutations;
}

function isSkipped(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isJsxAttribute(node)) return SKIPPED_ATTRIBUTES.has(node.name.getText(source));
  if (ts.isPropertyAssignment(node)) return SKIPPED_OPTIONS.has(node.name.getText(source));
  if (isDefaultOfColumn(node, source)) return true;
  const call = ts.isExpressionStatement(node) ? node.expression : node;
  if (!ts.isCallExpression(call)) return false;
  const callee = call.expression.getText(source);
  return LOG_CALL.test(callee) || UNREF_CALL.test(callee);
}

/** As in `integer('use_count').default(0)`. */
const isDefaultOfColumn = (node: ts.Node, { fileName }: ts.SourceFile): boolean =>
  SCHEMA_FILE.test(fileName) &&
  ts.isCallExpression(node.parent) &&
  node.parent.arguments.some((argument) => argument === node) &&
  ts.isPropertyAccessExpression(node.parent.expression) &&
  node.parent.expression.name.text === 'default';

/** The `null` of a component: React draws `undefined` and `true` as nothing, too. */
function isEmptyElement(expression: ts.Expression, fileName: string, source: ts.SourceFile): boolean {
  if (expression.kind !== ts.SyntaxKind.NullKeyword || !fileName.endsWith('.tsx')) return false;
  const component = ts.findAncestor(expression, ts.isFunctionLike);
  const { parent } = component ?? {};
  const name = component?.name ?? (parent && ts.isVariableDeclaration(parent) ? parent.name : undefined);
  return /^[A-Z]/.test(name?.getText(source) ?? '');
}

function isResultIgnored({ parent }: ts.ArrowFunction, source: ts.SourceFile): boolean {
  if (ts.isCallExpression(parent)) {
    const callee = parent.expression.getText(source);
    return IGNORES_RESULT.test(callee) || (GIVES_RESULT.test(callee) && isStatement(parent));
  }
  return (
    ts.isJsxExpression(parent) &&
    ts.isJsxAttribute(parent.parent) &&
    HANDLER_ATTRIBUTE.test(parent.parent.name.getText(source))
  );
}

/** As in `void save().catch(() => undefined);`. */
const isStatement = ({ parent }: ts.Node): boolean =>
  ts.isAwaitExpression(parent) || ts.isVoidExpression(parent)
    ? isStatement(parent)
    : ts.isExpressionStatement(parent);

/** As in `a < b ? a : b` and `if (a > max) max = a`: `<=` in place of `<` chooses between equal values. */
function isSameForEqualValues(comparison: ts.BinaryExpression, source: ts.SourceFile): boolean {
  if (!REVERSED_OPERATORS.has(comparison.operatorToken.kind)) return false;
  const { parent, left, right } = comparison;
  const isComparedWith = (a: ts.Expression, b: ts.Expression) =>
    [a, b]
      .map((side) => side.getText(source))
      .toSorted()
      .join() ===
    [left, right]
      .map((side) => side.getText(source))
      .toSorted()
      .join();
  if (ts.isConditionalExpression(parent)) return isComparedWith(parent.whenTrue, parent.whenFalse);
  if (!ts.isIfStatement(parent) || !ts.isExpressionStatement(parent.thenStatement)) return false;
  const { expression } = parent.thenStatement;
  return (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    isComparedWith(expression.left, expression.right)
  );
}

const isCall = (node: ts.Expression): boolean =>
  ts.isCallExpression(ts.isAwaitExpression(node) ? node.expression : node);

/** As in `const [row] = await query.limit(1)`: nothing reads a second row. */
function isLimitOfOnlyRow(node: ts.NumericLiteral): boolean {
  const { parent: call } = node;
  if (node.text !== '1' || !ts.isCallExpression(call) || !ts.isAwaitExpression(call.parent)) return false;
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== 'limit') return false;
  const { parent: declared } = call.parent;
  return (
    ts.isVariableDeclaration(declared) &&
    ts.isArrayBindingPattern(declared.name) &&
    declared.name.elements.length === 1
  );
}

/** A number that stands for a limit or a count, not for a duration or a drawn size. */
function isCountedNumber(node: ts.NumericLiteral): boolean {
  if (!/^\d+$/.test(node.getText()) || Number(node.text) >= NUMBER_MAX) return false;
  if (isLimitOfOnlyRow(node)) return false;
  for (let parent: ts.Node = node.parent; !ts.isSourceFile(parent); parent = parent.parent) {
    if (ts.isJsxAttribute(parent)) return false;
    if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) {
      const name = parent.name.getText();
      return ![NAME_OF_DURATION, NAME_OF_BATCH, NAME_OF_MEMORY, NAME_OF_PIXELS].some((pattern) =>
        pattern.test(name),
      );
    }
  }
  return true;
}
