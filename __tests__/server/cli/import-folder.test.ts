import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readFolder } from '@/server/cli/import-folder';
import { draftProduct } from '@/server/import/import-draft';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-folder-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function readPages(pages: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(pages)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const drafts = [];
  for await (const line of readFolder(folder, { oldPathPattern: '/tools/:slug' }, () => undefined))
    if (line.kind === 'entry') drafts.push(draftProduct(line));
  return drafts;
}

const page = (name: string, body = '') =>
  `---\nname: ${name}\nlink: https://${name}.example.com\n---\n${body}`;

it('makes old paths from the folder of a page whose file is an index', async () => {
  const pages = { 'quince/index.md': page('quince'), 'pear/_index.md': page('pear'), 'fig.md': page('fig') };
  expect(await readPages(pages)).toMatchObject([
    { name: 'fig', oldPaths: ['/tools/fig'] },
    { name: 'pear', oldPaths: ['/tools/pear'] },
    { name: 'quince', oldPaths: ['/tools/quince'] },
  ]);
});

it('describes an entry with the text of its page, without what only a site generator understands', async () => {
  const body = '\n# Quince\n\n{% include head.html %}\nKeeps **well** in winter.\n\n- Sour\n- Yellow\n';
  expect(await readPages({ 'quince.md': page('quince', body) })).toMatchObject([
    { tagline: 'Keeps well in winter.', description: 'Keeps **well** in winter.\n\n- Sour\n- Yellow' },
  ]);
});

it('makes old paths from names with signs that replacing texts gives a meaning', async () => {
  expect(await readPages({ "a$$b$'.md": page('quince') })).toMatchObject([{ oldPaths: ["/tools/a$$b$'"] }]);
});
