import ts from 'typescript';

/**
 * What a child becomes in the page. `text`: a text node of its own. `comes`: nodes of it come and go. `isWhole`: as an only
 * child, React writes it as the content of its element, without a text node of its own. `updates`: its text changes.
 */
type Child = { node: ts.Node; text: boolean; comes: boolean; isWhole: boolean; updates: boolean };

/**
 * Texts that a translation of the page breaks, each as `file:line text`. Google Translate puts every text node into elements
 * of its own, so that React's text node is no longer where React left it:
 *
 * - beside an element or a text that comes and goes, React fails when it removes the text or inserts before it;
 * - beside anything, a new value of the text isn't shown.
 *
 * A text that is the only child of its element is safe, because React then writes the content of the element.
 */
export function findBareTexts(program: ts.Program, files: readonly ts.SourceFile[]): string[] {
  const checker = program.getTypeChecker();
  const known = new Map<ts.Node, Child[]>();

  const isNothing = (type: ts.Type) =>
    (type.flags &
      (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.BooleanLike)) !==
    0;
  const isText = (type: ts.Type) => (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0;
  const isEmpty = (type: ts.Type) => type.isStringLiteral() && type.value === '';

  /** Whether the value depends on a parameter or a variable of a function: what a module declares stays as it is. */
  function isOfFunction(node: ts.Node): boolean {
    if (ts.isIdentifier(node)) {
      const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration;
      const isLocal =
        declaration &&
        (ts.isParameter(declaration) ||
          ts.isVariableDeclaration(declaration) ||
          ts.isBindingElement(declaration)) &&
        ts.findAncestor(declaration, (each) => ts.isFunctionLike(each)) !== undefined;
      if (isLocal) return true;
    }
    return ts.forEachChild(node, (child) => isOfFunction(child) || undefined) === true;
  }

  function byType(node: ts.Expression): Child[] {
    const type = checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    const texts = parts.filter((part) => isText(part) && !isEmpty(part));
    const others = parts.filter((part) => !isText(part) && !isNothing(part));
    const isAny = (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
    const isArray = others.some((part) => checker.isArrayType(part));
    const comes = parts.some((part) => isNothing(part) || isEmpty(part)) || others.length > 0 || isAny;
    const text = texts.length > 0 || isAny || type.aliasSymbol?.name === 'ReactNode';
    if (!text && others.length === 0) return [];
    return [{ node, text, comes, isWhole: !isArray, updates: text && isOfFunction(node) }];
  }

  function declarationOf(name: ts.JsxTagNameExpression): ts.Node | undefined {
    let symbol = checker.getSymbolAtLocation(name);
    if (symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0) symbol = checker.getAliasedSymbol(symbol);
    const declaration = symbol?.valueDeclaration;
    if (!declaration) return undefined;
    if (ts.isFunctionDeclaration(declaration)) return declaration;
    if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
    let value: ts.Node = declaration.initializer;
    // memo(function …), forwardRef(…)
    while (ts.isCallExpression(value) && value.arguments[0]) value = value.arguments[0];
    return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
  }

  function returned(declaration: ts.Node): ts.Expression[] {
    const found: ts.Expression[] = [];
    const body =
      ts.isFunctionDeclaration(declaration) ||
      ts.isArrowFunction(declaration) ||
      ts.isFunctionExpression(declaration)
        ? declaration.body
        : undefined;
    if (!body) return found;
    if (!ts.isBlock(body)) return [body];
    const walk = (node: ts.Node): void => {
      if (ts.isReturnStatement(node)) {
        if (node.expression) found.push(node.expression);
      } else if (!ts.isFunctionLike(node)) ts.forEachChild(node, walk);
    };
    ts.forEachChild(body, walk);
    return found;
  }

  const element = (node: ts.Node, comes: boolean): Child => ({
    node,
    text: false,
    comes,
    isWhole: true,
    updates: false,
  });

  function hasKey(attributes: ts.JsxAttributes): boolean {
    return attributes.properties.some((each) => ts.isJsxAttribute(each) && each.name.getText() === 'key');
  }

  /** One of several: nodes change unless each is the same host element, or each is a text. */
  function oneOf(branches: Child[][], tags: (string | undefined)[]): Child[] {
    const all = branches.flat();
    const isSame =
      branches.every((branch) => branch.length === 1) &&
      (all.every((child) => child.text && !child.comes) ||
        (tags.every((tag) => tag !== undefined && tag === tags[0]) && !all.some(({ comes }) => comes)));
    return all.map((child) => ({
      ...child,
      comes: child.comes || !isSame,
      updates: child.updates || child.text,
    }));
  }

  function tagOf(node: ts.Expression): string | undefined {
    const inner = ts.isParenthesizedExpression(node) ? node.expression : node;
    if (ts.isJsxSelfClosingElement(inner)) return inner.tagName.getText();
    if (ts.isJsxElement(inner)) return inner.openingElement.tagName.getText();
    return undefined;
  }

  function ofComponent(node: ts.Node, name: ts.JsxTagNameExpression): Child[] {
    const declaration = declarationOf(name);
    if (!declaration) {
      if (name.getText().endsWith('Provider') && ts.isJsxElement(node)) return childrenOf(node.children);
      return [element(node, true)];
    }
    const stored = known.get(declaration);
    if (stored) return stored.map((child) => ({ ...child, node }));
    known.set(declaration, [element(node, true)]);
    const expressions = returned(declaration);
    const branches = expressions.map((expression) => ofExpression(expression));
    const found =
      branches.length === 1
        ? (branches[0] ?? [])
        : oneOf(
            branches,
            expressions.map((each) => tagOf(each)),
          );
    // What a component returns is never the content of the element around it.
    const result = found.map((child) => ({ ...child, node, isWhole: false }));
    known.set(declaration, result);
    return result;
  }

  function ofExpression(node: ts.Expression): Child[] {
    if (ts.isParenthesizedExpression(node)) return ofExpression(node.expression);
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) {
      return node.text === '' ? [] : [{ node, text: true, comes: false, isWhole: true, updates: false }];
    }
    if (ts.isTemplateExpression(node))
      return [{ node, text: true, comes: false, isWhole: true, updates: isOfFunction(node) }];
    if (node.kind === ts.SyntaxKind.NullKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return [];
    if (ts.isConditionalExpression(node)) {
      return oneOf(
        [ofExpression(node.whenTrue), ofExpression(node.whenFalse)],
        [tagOf(node.whenTrue), tagOf(node.whenFalse)],
      );
    }
    if (ts.isBinaryExpression(node)) {
      const { operatorToken, left, right } = node;
      if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
        return ofExpression(right).map((child) => ({ ...child, comes: true }));
      }
      if (operatorToken.kind === ts.SyntaxKind.PlusToken) return byType(node);
      if (
        operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken ||
        operatorToken.kind === ts.SyntaxKind.BarBarToken
      ) {
        const all = byType(node);
        if (all.every((child) => child.text && !child.comes)) return all;
        return oneOf([ofExpression(left), ofExpression(right)], [tagOf(left), tagOf(right)]);
      }
    }
    if (ts.isCallExpression(node) && node.expression.getText().endsWith('.map')) {
      const [draw] = node.arguments;
      const each = draw ? returned(draw).flatMap((expression) => ofExpression(expression)) : [];
      if (each.some(({ text }) => text))
        return each.map((child) => ({ ...child, comes: true, isWhole: false, updates: true }));
    }
    if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node))
      return ofJsx(node);
    return byType(node);
  }

  function ofJsx(node: ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment): Child[] {
    if (ts.isJsxFragment(node)) {
      return childrenOf(node.children).map((child) => ({ ...child, isWhole: false }));
    }
    const opening = ts.isJsxElement(node) ? node.openingElement : node;
    const keyed = hasKey(opening.attributes);
    if (opening.tagName.getText() === 'Fragment' && ts.isJsxElement(node)) {
      return childrenOf(node.children).map((child) => ({
        ...child,
        isWhole: false,
        comes: child.comes || keyed,
      }));
    }
    if (/^[a-z]/.test(opening.tagName.getText())) return [element(node, keyed)];
    return ofComponent(node, opening.tagName).map((child) => (keyed ? { ...child, comes: true } : child));
  }

  function childrenOf(children: readonly ts.JsxChild[]): Child[] {
    return children.flatMap((child): Child[] => {
      if (ts.isJsxText(child)) {
        return child.containsOnlyTriviaWhiteSpaces
          ? []
          : [{ node: child, text: true, comes: false, isWhole: true, updates: false }];
      }
      if (ts.isJsxExpression(child)) return child.expression ? ofExpression(child.expression) : [];
      return ofJsx(child);
    });
  }

  /** Whether a fragment is the value of an attribute, a property or a variable: wherever it is drawn, another may take its place. */
  function isValue(node: ts.Node): boolean {
    const { parent } = node;
    if (ts.isParenthesizedExpression(parent) || ts.isConditionalExpression(parent)) return isValue(parent);
    if (ts.isBinaryExpression(parent)) return isValue(parent);
    if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent);
    return ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent);
  }

  const found: string[] = [];
  const note = (file: ts.SourceFile, child: ts.Node) => {
    const line = file.getLineAndCharacterOfPosition(child.getStart(file)).line + 1;
    found.push(`${file.fileName}:${line} ${child.getText(file).trim().replaceAll(/\s+/g, ' ')}`);
  };
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (ts.isJsxFragment(node) && isValue(node)) {
        for (const { node: child, text } of childrenOf(node.children)) if (text) note(file, child);
      }
      if (!ts.isJsxElement(node)) return;
      const children = childrenOf(node.children);
      const written = node.children.filter((child) => childrenOf([child]).length > 0);
      if (written.length === 1 && children.every(({ isWhole }) => isWhole)) return;
      const someCome = children.some(({ comes }) => comes);
      for (const { node: child, text, updates } of children) {
        if (text && (someCome || updates)) note(file, child);
      }
    };
    visit(file);
  }
  return found;
}
