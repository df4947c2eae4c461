import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** What says which key an event is of. */
const FACTS = ['key', 'code', 'keyCode', 'charCode', 'which', 'isComposing'];
const HANDLES_KEYS =
  /\bKeyboardEvent\b|\bonKey(?:Down|Up|Press)|['"`]key(?:down|up|press)['"`]|\buseShortcuts\b/;
/** Objects with a `key` that is no key of a keyboard. */
const OTHERS = ['field', 'filter', 'group', 'each', 'choice'];

const files = ['components', 'hooks', 'lib', 'pages'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`),
);

function readFacts(path: string): string[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  if (!HANDLES_KEYS.test(source.text)) return [];
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isRead =
      ts.isPropertyAccessExpression(node) &&
      FACTS.includes(node.name.text) &&
      !OTHERS.includes(node.expression.getText());
    const isBound =
      ts.isBindingElement(node) &&
      ts.isObjectBindingPattern(node.parent) &&
      FACTS.includes((node.propertyName ?? node.name).getText());
    if (isRead || isBound) {
      found.push(
        `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText()}`,
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('every handler of keys asks `keyOf`, which knows input methods and keyboards of other scripts', () => {
  const handling = files.filter((path) => HANDLES_KEYS.test(readFileSync(path, 'utf8')));
  expect(handling.length).toBeGreaterThan(15);
  const found = files.filter((path) => path !== 'lib/browser/keys.ts').flatMap(readFacts);
  expect(found).toEqual([]);
});
