import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** Anchors as GitHub makes them from headings. */
function anchorsIn(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm);
  return Array.from(headings, ([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(documents)('%s links to files and headings that exist', (document) => {
  const text = readFileSync(document, 'utf8').replace(/```[\s\S]*?```/g, '');
  const links = Array.from(text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g), ([, link = '']) => link);
  const broken = links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? document : path.join(path.dirname(document), file);
    return !existsSync(target) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
  });

  expect(broken).toEqual([]);
});

it.each(documents)('%s names only files and folders of the project that exist', (document) => {
  const text = readFileSync(document, 'utf8');
  const roots = 'pages|components|hooks|lib|server|host|public|styles|__tests__|docs|\\.ci|\\.github';
  const names = Array.from(
    text.matchAll(new RegExp(`\`((?:${roots})/[\\w@./[\\]-]*)\``, 'g')),
    ([, name = '']) => name,
  );
  // `NNNN` stands for a number. In the table of import rules, `server/base/errors` is the path of a folder, or of a file without its extension.
  const missing = names.filter(
    (name) => !name.includes('NNN') && !['', '.ts', '.tsx'].some((ending) => existsSync(name + ending)),
  );

  expect(missing).toEqual([]);
});
