import ts from 'typescript';

const SAYING = new Set(['t', 'text', 'rich']);

/** Attributes of elements and components that no page shows. */
const NOT_SHOWN =
  /^(?:className|\w*ClassName|id|\w*Id|href|\w*Href|src|srcSet|sizes|style|d|viewBox|transform|fill|rel|key|type|name|role|method|action|autoComplete|accept|pattern|htmlFor|target|look|size|icon|kind|align|dateTime|lang|dir|form\w*|data-[\w-]+|aria-(?!label$|description$|roledescription$|valuetext$|placeholder$)[\w-]+|\w*Path|keptAs|property|content|charSet|httpEquiv|media|as|crossOrigin|value|inputMode|enterKeyHint|loading|decoding|fetchPriority|stroke\w*|points|\w*Of|wrap|part|http-equiv|xmlns|encType)$/;

/** Functions whose texts are for programs, or for the people who run the site. */
const FOR_PROGRAMS =
  /^(?:require|import|RegExp|\w*Error|LeaseEnded|logger\[.*|querySelector(?:All)?|matchMedia|closest|matches|getElementById|\w+EventListener|\w+Attribute|getPropertyValue|setProperty|createElement|createPolicy|debug|info|warn|error|fatal|log|trace|includes|startsWith|endsWith|split|replace|replaceAll|match|matchAll|has|get|set|delete|append|sql|raw|\w+Format|Segmenter|Collator|PluralRules|Locale|toLocale\w+|regex|enum|literal|picklist|createContext|\w*Classes|fetch|URL|URLSearchParams|\w+Item|header|setHeader|getHeader|appendHeader|writeHead|createHash|createHmac|update|digest|test|exec|indexOf|lastIndexOf|deriveKey|getByRole|splitWords|setOf|words|names|phrases|defineType|useDecisions|useKeptForm|DOMException|hkdfSync|for|listOrder|publicOrder|collator|use(?:ModeratorList|ViewerData|KeptForm|SWR\w*)|classNames|startsWith|join|compile|execute|query|unsafe|keyFor|labelFor)$/;

const LOOKS_UP = /^(?:split|includes|has|indexOf|find|trim)$/;

const isClassList = (text: string) => {
  const words = text.replaceAll('…', ' ').trim().split(/\s+/);
  const like = words.filter(
    (word) => /^-?[a-z0-9][-\w:[\]()./%#,=&>*'"]*$/.test(word) && /[-:[\]0-9]/.test(word),
  );
  return like.length > 0 && like.length >= words.length * 0.4 && !/[.?!’]$/.test(text.trim());
};

/** Addresses, types, headers, names of types, units, methods, ranges of letters, SQL, style sheets and scripts. */
const CODE = [
  /^https?:|^[/#([{.]|^[a-z-]+\/[a-z+.-]+|^[a-z][\w-]*: |sans-serif|\{\s*[\w-]+:|^[@:][\w-]+|^[\w.]+@[\w.]+$/,
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$|^[KM]iB$|^(?:GET|POST|PUT|DELETE|Bearer|Basic) |^(?:public|private), |^U\+[\dA-F]/,
  /^[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+\b|^gzip, |^noopener |^javascript:|^const |^addEventListener\(|^curl |^(?:[a-z]{2}(?:-[A-Z]{2})? ){5}/,
  /^(?:--|alter|select|insert|update|delete|with|case|order by)\s|^(?:ALTER|SELECT|INSERT|UPDATE|DELETE)\s/,
];
const isCode = (text: string) => CODE.some((code) => code.test(text.trim()));

/** Without the markup around it, or in it. */
const withoutTags = (text: string) =>
  text.replace(/<style>[^]*?<\/style>|<[^>]*>|^[^<>]*"[^<>]*>|<[a-z/][^>]*$/g, ' ').trim();

/** Whether people may read a text: it begins with a capital letter, or has several words. */
const isProse = (text: string): boolean =>
  (/^[^\p{L}]*\p{Lu}\p{Ll}/u.test(text) || /\p{L}{2}[,;:.!?’']*\s+[^\s]*\p{L}{2}/u.test(text)) &&
  !isCode(text) &&
  !isClassList(text);

const hasLetters = (text: string) => /\p{L}{2}/u.test(text);

/** The literal parts of a string or a template, without markup. */
const wordsOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return withoutTags(node.text);
  if (!ts.isTemplateExpression(node)) return undefined;
  return withoutTags([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
};

const nameOf = (name: ts.PropertyName) =>
  ts.isStringLiteralLike(name) || ts.isIdentifier(name) ? name.text : '';

/** Of a header, of structured data, or of what a program compares. */
const isNameForPrograms = (name: string) =>
  /^@|^[a-z]+(?:-[a-z]+)+$|^(?:name|scope|sameSite|vary|authorization)$/.test(name);

/** Whether an element shows a text, perhaps on a condition. */
function isChild(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxExpression(parent)) return !ts.isJsxAttribute(parent.parent);
  const isPassedOn =
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && /^(?:&&|\|\||\?\?|\+)$/.test(parent.operatorToken.getText()));
  return isPassedOn && isChild(parent);
}

const calleeOf = (node: ts.CallExpression | ts.NewExpression): string =>
  ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : node.expression.getText();

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

  function isShown(node: ts.Node, words: string): boolean {
    const { parent } = node;
    if (ts.isJsxAttribute(parent))
      return (
        !NOT_SHOWN.test(parent.name.getText()) &&
        hasLetters(words) &&
        !isCode(words) &&
        (isProse(words) || /^(?:aria-label|alt|title|label|placeholder)$/.test(parent.name.getText()))
      );
    if (!isProse(words)) return isChild(node) && hasLetters(words) && !isCode(words);
    if (ts.isPropertyAssignment(parent) && (parent.name === node || isNameForPrograms(nameOf(parent.name))))
      return false;
    if (ts.isPropertyDeclaration(parent) && isNameForPrograms(nameOf(parent.name))) return false;
    // A pair of a Map: its key, or the value of a header.
    if (ts.isArrayLiteralExpression(parent) && parent.elements.length === 2) {
      const [first] = parent.elements;
      if (first && first !== node && ts.isStringLiteralLike(first) && isNameForPrograms(first.text))
        return false;
    }
    if (ts.isBinaryExpression(parent) && /^(?:===|!==|in)$/.test(parent.operatorToken.getText()))
      return false;
    if (
      ts.isCaseClause(parent) ||
      ts.isElementAccessExpression(parent) ||
      (ts.isTaggedTemplateExpression(parent) && parent.tag.getText() !== 'html')
    )
      return false;
    const attribute = ts.findAncestor(node, ts.isJsxAttribute);
    if (attribute && NOT_SHOWN.test(attribute.name.getText())) return false;
    for (
      let at: ts.Node = node;
      !ts.isSourceFile(at) && !ts.isFunctionLike(at) && !ts.isJsxExpression(at);
      at = at.parent
    ) {
      const call = at.parent;
      if (
        (ts.isCallExpression(call) || ts.isNewExpression(call)) &&
        call.expression !== at &&
        calleeOf(call) !== 'ApiError'
      )
        if (FOR_PROGRAMS.test(calleeOf(call))) return false;
      if (ts.isTaggedTemplateExpression(call) && call.tag.getText() !== 'html') return false;
      // Words to split or to look up.
      if (ts.isPropertyAccessExpression(call) && call.expression === at && LOOKS_UP.test(call.name.text))
        return false;
    }
    return true;
  }

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (isSaying(node)) {
      if (!inFunction(node) && node.expression.getText() !== 'text')
        report(node, `said at import: ${node.getText().slice(0, 80)}`);
      const around = node.parent.parent;
      if (
        ts.isTemplateSpan(node.parent) &&
        ts.isTemplateExpression(around) &&
        hasLetters(wordsOf(around) ?? '')
      )
        report(node, `glued: ${around.getText().slice(0, 80)}`);
      node.arguments.slice(2).forEach(visit);
      return;
    }
    if (ts.isJsxText(node)) {
      if (hasLetters(node.text)) report(node, node.text);
      return;
    }
    const words = wordsOf(node);
    if (words !== undefined && isShown(node, words)) report(node, words);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
