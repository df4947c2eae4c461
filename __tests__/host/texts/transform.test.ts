import { transformFor } from '@/host/texts/transform';

const head = "import { t, text } from '@/lib/texts/texts';\nimport { rich } from '@/lib/texts/rich';\n";
const browsers = (code: string) => transformFor('identifiers', head + code, 'a.tsx').slice(head.length);
const server = (code: string) => transformFor('messages', head + code, 'a.tsx').slice(head.length);

it('leaves an identifier in place of a plain text, and of a getter that says no more', () => {
  expect(browsers("const a = t('list.clear', 'Clear');")).toMatch(
    /^const a = TEXT\$list\$clear\$[\da-f]{8};$/,
  );
  expect(browsers("const a = { get label() { return t('list.clear', 'Clear'); } };")).toMatch(
    /^const a = { label: TEXT\$list\$clear\$[\da-f]{8} };$/,
  );
});

it('leaves an identifier in place of the key and the English of a text with values', () => {
  expect(browsers("t('list.of', 'Of {name}', { name: t('list.clear', 'Clear') })")).toMatch(
    /^t\(0, TEXT\$list\$of\$\w{8}, { name: TEXT\$list\$clear\$\w{8} }\)$/,
  );
  expect(browsers("rich('a.b', '<b>x</b>', { b: (x) => <b>{x}</b> })")).toMatch(
    /^rich\(0, TEXT\$a\$b\$\w{8}, { b: \(x\) => <b>{x}<\/b> }\)$/,
  );
});

it('names the same words alike, and other words otherwise', () => {
  const [one, same, other] = ['Clear', 'Clear', 'Empty'].map((english) =>
    browsers(`t('list.clear', '${english}')`),
  );
  expect(one).toBe(same);
  expect(one).not.toBe(other);
});

it('compiles the English for the server', () => {
  expect(server("t('list.clear', 'Clear')")).toBe('t("list.clear", "Clear")');
  expect(server("t('list.of', 'Of {name}', { name })")).toBe('t("list.of", ["Of ",["name"]], { name })');
  expect(server("text('a.b', '{n, plural, one {#} other {# of}}', { n })")).toBe(
    'text("a.b", [["n",2,{"one":0,"other":[0," of"]}]], { n })',
  );
});

it('keeps the numbers of the lines that follow', () => {
  expect(server("t(\n  'list.clear',\n  'Clear',\n);\nnext").split('\n').indexOf('next')).toBe(4);
});

it('changes nothing that says no text', () => {
  const code = "const t = (key: string) => key; t('list.clear');";
  expect(transformFor('messages', code, 'a.ts')).toBe(code);
});

it.each([
  ['t(key, "Clear")', 'a.tsx:3: the key and the English of a text are literals'],
  ['t("list.clear")', 'a.tsx:3: the key and the English of a text are literals'],
  ['t("clear", "Clear")', 'a.tsx:3: the key clear is not like list.clearAll'],
  ['t("list.clear", "Clear {")', 'a.tsx:3: list.clear: It is no message'],
  ['t("list.clear", "{n, number}", { n })', 'a.tsx:3: list.clear: A message has only'],
])('refuses %s', (code, fault) => {
  expect(() => server(code)).toThrow(fault);
});
