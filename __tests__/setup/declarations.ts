import ts from 'typescript';

type Declaration = { value: ts.Node; scope: ts.Node };

/** The values that a name is given after its declaration. */
export function readAssigned(tree: ts.SourceFile): ReadonlyMap<string, readonly ts.Node[]> {
  const assigned = new Map<string, ts.Node[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && ts.isIdentifier(node.left))
      if (/^(?:[+?]|\|\||\?\?)?=$/.test(node.operatorToken.getText()))
        assigned.set(node.left.text, [...(assigned.get(node.left.text) ?? []), node.right]);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return assigned;
}

/** The value of a name in a file: that of the innermost declaration around the use of the name, or the parameter. */
export function readDeclarations(tree: ts.SourceFile): (name: ts.Identifier) => ts.Node | undefined {
  const declared = new Map<string, Declaration[]>();
  const add = (name: string, value: ts.Node, scope: ts.Node) =>
    declared.set(name, [...(declared.get(name) ?? []), { value, scope }]);
  const scopeOf = (node: ts.Node) =>
    ts.findAncestor(
      node.parent,
      (each) => ts.isBlock(each) || ts.isFunctionLike(each) || ts.isSourceFile(each),
    ) ?? tree;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      add(node.name.text, node.initializer, scopeOf(node));
    if (ts.isFunctionDeclaration(node) && node.name) add(node.name.text, node, scopeOf(node));
    if (ts.isBindingElement(node) && ts.isIdentifier(node.name)) add(node.name.text, node, scopeOf(node));
    if (ts.isParameter(node) && ts.isIdentifier(node.name)) add(node.name.text, node, node.parent);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return (name) =>
    declared
      .get(name.text)
      ?.filter(({ scope }) => scope.pos <= name.pos && name.end <= scope.end)
      .toSorted((one, other) => other.scope.pos - one.scope.pos)
      .at(0)?.value;
}

/** The expressions that a function may return. */
export function returned(called: ts.Node): ts.Node[] {
  if (!ts.isFunctionLike(called) || !('body' in called) || !called.body) return [];
  if (!ts.isBlock(called.body)) return [called.body];
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(called.body);
  return found;
}
