import { limitHeapGrowth } from '@/server/cli/run-program';
import { IMPORT_FORMATS } from '@/lib/contract/import';
import { LinkAccount } from '@/server/import/formats/link-account';
import { readImport } from '@/server/import/formats/read-import';

const [name = '', countText = ''] = process.argv.slice(2);
const count = Number(countText);
const CHUNK_CHARS = 65_536;
const URL_ROUNDS = 10;

const SIZES = { markdown: listOf, csv: rowsOf, json: recordsOf } as const;
const urlOf = (nth: number) => `https://tool-${nth}.example.com/path`;
const textOf = (nth: number) => `Reads and writes notes about ${nth} rivers, boats and harbors`;

function listOf(): string {
  const lines = Array.from({ length: count }, (_, nth) => {
    const heading = nth % 200 === 0 ? `\n## Section ${nth / 200}\n\n` : '';
    const source = nth % 7 === 0 ? ` ([Source](https://github.com/tool/${nth}))` : '';
    return `${heading}- [Tool ${nth}](${urlOf(nth)}) - ${textOf(nth)}.${source}`;
  });
  return `# A large list\n\n${lines.join('\n')}`;
}

function rowsOf(): string {
  return `name,url,description\n${Array.from({ length: count }, (_, nth) => `Tool ${nth},${urlOf(nth)},"${textOf(nth)}"`).join('\n')}`;
}

function recordsOf(): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, nth) => ({ name: `Tool ${nth}`, url: urlOf(nth), text: textOf(nth) })),
  );
}

/** As a file is read. */
async function* chunksOf(text: string) {
  for (let at = 0; at < text.length; at += CHUNK_CHARS)
    yield await Promise.resolve(text.slice(at, at + CHUNK_CHARS));
}

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

limitHeapGrowth();
const format = IMPORT_FORMATS.find((known) => known === name);
if (format !== 'markdown' && format !== 'csv' && format !== 'json') throw new Error(`No list of ${name}`);
const text = SIZES[format]();
const beforeMs = cpuMs();
let entryCount = 0;
for await (const line of readImport(format, chunksOf(text), { account: new LinkAccount() }))
  if (line.kind === 'entry') entryCount += 1;
const readMs = cpuMs() - beforeMs;
const mb = process.resourceUsage().maxRSS / 1_024;
let chars = 0;
for (let nth = 0; nth < count * URL_ROUNDS; nth += 1) chars += new URL(urlOf(nth)).href.length;
const plainMs = cpuMs() - beforeMs - readMs;
if (entryCount !== count || chars === 0) throw new Error(`${entryCount} of ${count} entries were read.`);
console.log(JSON.stringify({ readMs, plainMs, mb }));
