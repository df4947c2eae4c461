import ts from 'typescript';
import { compileMessage } from '@/lib/texts/compile';
import type { Message } from '@/lib/texts/message';
import { KEY } from './identifiers';

/** The functions that say texts, and the files that they are imported from. */
const SAYING_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['@/lib/texts/texts', ['t', 'text']],
  ['@/lib/texts/rich', ['rich']],
]);
export const SAYING: ReadonlySet<string> = new Set([...SAYING_FILES.values()].flat());

/** A call that says a text, with the places of its parts in the code. */
export type FoundText = {
  said: string;
  key: string;
  english: string;
  file: string;
  line: number;
  /** Where in the program the text is: the name of an attribute, or the tag around it. */
  place: string;
  /** What a block comment in the call says to translators. */
  comment: string;
  call: { start: number; end: number };
  /** The key and the English, with the comma between them. */
  literals: { start: number; end: number };
  /** The getter that does nothing but say this text. */
  getter: { start: number; end: number; name: string } | undefined;
};

/**
 * The calls in a file that say texts, in their order.
 *
 * @throws Error naming the line of a call whose key and English are not literals.
 */
export function findTexts(code: string, file: string): FoundText[] {
  if (!/\/(?:texts|rich)['"]/.test(code)) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const names = importedNames(tree);
  if (names.size === 0) return [];
  const found: FoundText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text))
      found.push(readCall(node, node.expression.text, tree));
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** @throws Error naming the place and the key of a text that is no message. */
export function compileText({ key, english, file, line }: FoundText): Message {
  try {
    return compileMessage(english);
  } catch (error) {
    const fault = error instanceof Error ? error.message : '';
    throw new Error(`${file}:${line}: ${key}: ${fault}`, { cause: error });
  }
}

function importedNames(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = statement.moduleSpecifier.text;
    const known = SAYING_FILES.get(from);
    const bindings = statement.importClause?.namedBindings;
    if (!bindings) continue;
    if (!known) {
      if (
        /^\..*\/(?:texts|rich)$/.test(from) &&
        ts.isNamedImports(bindings) &&
        bindings.elements.some(isSaying)
      )
        throw faultAt(statement, tree, 'import the functions for texts from @/lib/texts');
      continue;
    }
    if (!ts.isNamedImports(bindings))
      throw faultAt(statement, tree, 'import the functions for texts by name');
    for (const { name, propertyName } of bindings.elements) {
      if (propertyName) throw faultAt(statement, tree, 'a function for texts keeps its name');
      if (known.includes(name.text)) names.add(name.text);
    }
  }
  return names;
}

function readCall(node: ts.CallExpression, said: string, tree: ts.SourceFile): FoundText {
  const [key, english] = node.arguments;
  if (!key || !english || !ts.isStringLiteralLike(key) || !ts.isStringLiteralLike(english))
    throw faultAt(node, tree, 'the key and the English of a text are literals');
  if (!KEY.test(key.text)) throw faultAt(node, tree, `the key ${key.text} is not like list.clearAll`);
  const comments = tree.text.slice(node.expression.end, node.end).match(/\/\*[^]*?\*\//g) ?? [];
  return {
    said,
    key: key.text,
    english: english.text,
    file: tree.fileName,
    line: lineOf(node, tree),
    place: placeOf(node, tree),
    comment: comments
      .map((comment) => comment.replace(/^\/\*+\s*|\s*\*\/$/g, '').replace(/\s+/g, ' '))
      .join(' '),
    call: { start: node.getStart(tree), end: node.end },
    literals: { start: key.getStart(tree), end: english.end },
    getter: getterOf(node, tree),
  };
}

function getterOf(call: ts.CallExpression, tree: ts.SourceFile): FoundText['getter'] {
  if (!ts.isReturnStatement(call.parent)) return undefined;
  const getter = call.parent.parent.parent;
  if (!ts.isGetAccessorDeclaration(getter)) return undefined;
  if (!ts.isObjectLiteralExpression(getter.parent) || getter.body?.statements.length !== 1) return undefined;
  return { start: getter.getStart(tree), end: getter.end, name: getter.name.getText(tree) };
}

/** What a translator may want to know of the place: `aria-label of nav`, `in button`, `label: in EXPLORE`. */
function placeOf(call: ts.CallExpression, tree: ts.SourceFile): string {
  let property = '';
  for (let node: ts.Node = call; !ts.isSourceFile(node); node = node.parent) {
    const { parent } = node;
    if (ts.isJsxAttribute(parent)) {
      const element = parent.parent.parent;
      return `${parent.name.getText(tree)} of ${element.tagName.getText(tree)}`;
    }
    if (ts.isJsxElement(parent)) return `in ${parent.openingElement.tagName.getText(tree)}`;
    if (ts.isPropertyAssignment(parent) || ts.isGetAccessorDeclaration(parent))
      property ||= `${parent.name.getText(tree)}:`;
    if (ts.isVariableDeclaration(parent) && property !== '')
      return `${property} in ${parent.name.getText(tree)}`;
    if (ts.isStatement(parent) && !ts.isReturnStatement(parent) && !ts.isBlock(parent)) return property;
  }
  return property;
}

const isSaying = ({ name, propertyName }: ts.ImportSpecifier) => SAYING.has((propertyName ?? name).text);

const lineOf = (node: ts.Node, tree: ts.SourceFile) =>
  tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;

const faultAt = (node: ts.Node, tree: ts.SourceFile, fault: string) =>
  new Error(`${tree.fileName}:${lineOf(node, tree)}: ${fault}`);
