import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programArguments } from '../../setup/program-file';

type Ended = { code: number | null; stdout: string; stderr: string };

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function runImport(args: string[], input = '', variables = {}): Promise<Ended> {
  const env = {
    ...process.env,
    ...variables,
    NODE_OPTIONS: '',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
  };
  const child = spawn(process.execPath, [...programArguments('host/listgrove.ts'), 'import', ...args], {
    env,
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (part: Buffer) => (ended.stdout += part.toString()));
  child.stderr.on('data', (part: Buffer) => (ended.stderr += part.toString()));
  child.stdin.end(input);
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ ...ended, code }));
  });
}

const list = `# Awesome tools
## Contents
- [Text](#text)
## Text
- [Ada](https://ada.example.com) - A tool for people
- [Bob](./bob.md) - A relative link
- [Cy](https://cy.example.com)
## Sponsors
- [Acme](https://acme.example.com) - Thanks
`;

it('imports a file, lists skipped lines with reasons, and adds nothing the second time', async () => {
  const file = join(folder, 'list.md');
  await writeFile(file, list);
  const first = await runImport([file]);
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toBe(
    [
      "  1 skipped. Entries with a link that doesn't lead to a website.",
      '    line 6: The link does not lead to a website.',
      '  1 skipped. Links to sponsors of the list.',
      '    line 9: The section “Sponsors” contains no products.',
      '3 links seen = 2 entries + 0 parts + 1 skipped.',
      `${file}: 2 added, 0 updated, 0 already listed, 2 skipped.\n`,
    ].join('\n'),
  );

  const second = await runImport(['--json', file]);
  expect(second.stdout).toBe(
    '{"added":0,"updated":0,"listed":2,"skipped":2,"links":{"seen":3,"entries":2,"parts":0,"skipped":1}}\n',
  );

  await writeFile(file, list.replace('A tool for people', 'Another text'));
  const third = await runImport([file, '--json']);
  expect(third.stdout).toBe(
    '{"added":0,"updated":1,"listed":1,"skipped":2,"links":{"seen":3,"entries":2,"parts":0,"skipped":1}}\n',
  );
});

it('reads a list on the web, and the README of a repository at GitHub', async () => {
  const web = createServer((req, res) => {
    const isRaw = req.headers.accept === 'application/vnd.github.raw';
    if (req.url === '/repos/ann/awesome-tools/readme' && isRaw) res.end(list.replaceAll('ada', 'eve'));
    else if (req.url === '/lists/awesome.md') res.end(list);
    else res.writeHead(404).end('- [No](https://no.example.com)');
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port }: AddressInfo = Object(web.address());
  const url = `http://127.0.0.1:${port}`;
  try {
    const read = (from: string) => runImport(['--json', '--dry-run', from], '', { GITHUB_API_URL: url });
    expect((await read(`${url}/lists/awesome.md`)).stdout).toMatch(/"skipped":2/);
    expect((await read('https://github.com/ann/awesome-tools')).stdout).toMatch(/"added":[12],.*"skipped":2/);
    expect(await read(`${url}/lists/other.md`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('answers with status 404, so there is no public list at this address.'),
    });
  } finally {
    web.closeAllConnections();
    web.close();
  }
});

it('reads standard input, and changes nothing in a dry run', async () => {
  const rows = 'name,url\nDee,https://dee.example.com\n';
  const tried = await runImport(['--dry-run', '-'], rows);
  expect(tried.stdout).toBe(
    '1 link seen = 1 entry + 0 parts + 0 skipped.\nDry run, nothing changed. Would be: 1 added, 0 updated, 0 already listed, 0 skipped.\n',
  );
  const unknown = await runImport(
    ['--dry-run', '--format', 'csv', '-'],
    'name,url,price\nDee,https://dee.example.com,cheap\n',
  );
  expect(unknown.stdout).toMatch(
    /^ {2}1 noted in what is imported\.\n {4}line 2: .*cheap.*\n.*\nDry run, nothing changed\. Would be: 1 added/,
  );
  const stored = await runImport(['--format', 'csv', '--json', '-'], rows);
  expect(stored.stdout).toBe(
    '{"added":1,"updated":0,"listed":0,"skipped":0,"links":{"seen":1,"entries":1,"parts":0,"skipped":0}}\n',
  );
});

it.each([
  [['missing.md'], 1, 'File not found: missing.md'],
  [['public'], 1, 'No entry was found.'],
  [['http://127.0.0.1:1/a.md'], 1, '127.0.0.1 does not answer'],
  [[], 2, '<list> is missing: a file, a folder of files, a web address, or - for standard input.'],
  [['--format', 'xml', 'a.md'], 2, 'and not xml.'],
  [['--colour', 'a.md'], 2, 'There is no option --colour.'],
])('explains in one sentence what is wrong with %j', async (args, code, sentence) => {
  const ended = await runImport(args);
  expect(ended.code).toBe(code);
  expect(ended.stderr.split('\n')[0]).toContain(sentence);
});

it('reads a folder with a file for each entry, and reports every decision', async () => {
  const software = join(folder, 'software');
  await mkdir(join(software, 'more'), { recursive: true });
  const entry = (name: string) =>
    `name: ${name}\nwebsite_url: https://${name}.example.com\ndescription: Grows in folders\n`;
  await writeFile(join(software, 'fern.yml'), entry('Fern'));
  await writeFile(join(software, 'more', 'moss.yml'), entry('Moss'));
  await writeFile(
    join(software, 'page.md'),
    '---\ntitle: Reed\nurl: https://reed.example.com\n---\n\nA text.\n',
  );
  await writeFile(join(software, 'README.md'), '- [No](https://no.example.com) - A page about the folder\n');
  await writeFile(join(software, 'broken.yml'), 'name: "Broken\n');
  const report = join(folder, 'report.json');
  const { stdout, code } = await runImport(['--dry-run', '--report', report, software]);
  expect(stdout).toMatch(
    /broken\.yml, line 1: The file is not valid YAML: line \d+: .*\n.*\n.*README\.md, line 1: The page has no data.*\n.*\n.*3 added.*2 skipped/,
  );
  expect(code).toBe(0);
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
    isDryRun: true,
    counts: { added: 3, skipped: 2 },
    decisions: expect.arrayContaining([
      expect.objectContaining({ file: 'fern.yml', outcome: 'added', name: 'Fern' }),
      expect.objectContaining({ file: 'broken.yml', outcome: 'skipped', kind: 'unreadable', line: 1 }),
    ]),
  });
});

it('takes columns for what is said, and the others for what they are called', async () => {
  const rows =
    'Thing,Where,name\nDee,https://dee.example.com,no name\nDee again,https://www.dee.example.com/,x\n';
  const report = join(folder, 'report.md');
  const { stdout } = await runImport(
    ['--dry-run', '--format', 'csv', '--map', 'Thing=name', '--map', 'name=ignore', '--report', report, '-'],
    rows,
  );
  expect(stdout).toContain('line 3: It repeats line 2');
  expect(await readFile(report, 'utf8')).toMatch(/\| 2 \| \w+ \| Dee \| <https:\/\/dee\.example\.com>/);
});

it.each([
  ['csv', 'Thing,Where\nDee,https://dee.example.com\n', 'Thing, Where.'],
  ['jsonl', '{"title":"Dee","link":"https://dee.example.com"}\n', 'title, link.'],
  ['markdown', '- [Dee](https://dee.example.com) - A text\n', 'The file has no columns or keys.'],
])('refuses a column that %s does not have, with the ones that there are', async (format, text, names) => {
  const dryRun = ['--dry-run', '--format', format];
  const refused = await runImport([...dryRun, '--map', 'Price=ignore', '--old-path', 'Page', '-'], text);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^No column or key is called “Price” or “Page”/);
  expect(refused.stderr).toContain(names);
});

it('ends with an error, and without advice to repeat, when the file is not what it was read as', async () => {
  const items = Array.from({ length: 20 }, (_, index) => `item,https://t${index}.example.com`);
  const same = await runImport(['--format', 'csv', '-'], ['name,url', ...items].join('\n'));
  expect(same).toMatchObject({ code: 1, stdout: '' });
  expect(same.stderr).toMatch(/^20 of 20 entries would be called “item”/);
  expect(same.stderr).not.toContain('Run the import again');
  const nothing = await runImport(['-'], 'A letter to nobody.\nWithout any link.\n');
  expect(nothing).toMatchObject({ code: 1 });
  expect(nothing.stderr).toMatch(
    /^No entry was found\. The file was read as markdown\..* What can be read: /,
  );
});

it('reports why a list is refused, with every line that was skipped', async () => {
  const report = join(folder, 'refused.json');
  const { code } = await runImport(
    ['--dry-run', '--format', 'csv', '--report', report, '-'],
    'name,url\nAda,\n',
  );
  expect(code).toBe(1);
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
    decisions: [
      { line: 2, outcome: 'skipped', kind: 'noLink' },
      {
        line: 1,
        outcome: 'skipped',
        kind: 'unreadable',
        reason: expect.stringMatching(/^No entry was found/),
      },
    ],
  });
});
