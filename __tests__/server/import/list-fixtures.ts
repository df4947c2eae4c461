import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { sayStored } from '@/server/base/stored-text';
import { readFolder } from '@/server/cli/import-folder';
import { detectFormat } from '@/server/import/formats/import-format';
import type { ImportLine } from '@/server/import/formats/import-line';
import { LinkAccount } from '@/server/import/formats/link-account';
import { readImport } from '@/server/import/formats/read-import';
import { decodeText } from '@/server/import/formats/source-text';
import { shown } from '../../setup/shown';

/** Lists in many forms, each beside what is expected of it. */
export const FIXTURES = '__tests__/fixtures/lists';

const EXPECTED = /\.expected\.(?:json|txt)$/;
const BEGINNING_CHARS = 16_384;

/** The names of the lists that are one file. */
export const listFiles = readdirSync(FIXTURES).filter((name) => !EXPECTED.test(name) && !isFolder(name));

/** The names of all lists: files and folders. */
export const listNames = readdirSync(FIXTURES).filter((name) => !EXPECTED.test(name));

/**
 * The lists that slow tests take: all, or in a whole run the first list of each form and every eighth one. The drill of
 * slow tests takes all lists.
 */
export const takenLists =
  process.env.TEST_WHOLE_RUN === '1'
    ? listFiles.filter(
        (name, index) =>
          index % 8 === 0 || listFiles.findIndex((other) => extname(other) === extname(name)) === index,
      )
    : listFiles;

function isFolder(name: string): boolean {
  return statSync(join(FIXTURES, name)).isDirectory();
}

export type ReadFixture = { format: string; lines: (ImportLine & { file?: string })[]; account: LinkAccount };

/** Reads a list as the terminal does, its bytes in pieces of some size. */
export async function readFixture(name: string, pieceBytes = 65_536): Promise<ReadFixture> {
  const account = new LinkAccount();
  const lines: ReadFixture['lines'] = [];
  const path = join(FIXTURES, name);
  if (isFolder(name)) {
    for await (const line of readFolder(path, { account }, () => undefined)) lines.push(line);
    return { format: 'folder', lines, account };
  }
  const text: string[] = [];
  for await (const piece of decodeText(piecesOf(readFileSync(path), pieceBytes))) text.push(piece);
  const format = detectFormat(text.join('').slice(0, BEGINNING_CHARS), name);
  for await (const line of readImport(format, pieces(text), { account })) lines.push(line);
  return { format, lines, account };
}

async function* piecesOf(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function* pieces(text: readonly string[]) {
  yield* text;
  await Promise.resolve();
}

/** What was read of a list, and what a person has written down beside it, in the same form. */
export function compareFixture(name: string, found: ReadFixture): { read: unknown; expected: unknown } {
  const path = join(FIXTURES, name);
  if (listsExpectation(`${name}.expected.txt`)) {
    const expected = readFileSync(`${path}.expected.txt`, 'utf8').trimEnd().split('\n');
    return { read: describe(found), expected };
  }
  const expected: unknown = JSON.parse(readFileSync(`${path}.expected.json`, 'utf8'));
  return { read: detail(found), expected };
}

const listsExpectation = (name: string): boolean => readdirSync(FIXTURES).includes(name);

/** A line for each entry, part and skipped link, below the count of links. */
function describe({ format, lines, account }: ReadFixture): string[] {
  const { seen = 0, entries = 0, parts = 0, skipped = 0 } = account.counts ?? {};
  return [`${format}: ${seen} = ${entries} + ${parts} + ${skipped}`, ...lines.map(describeLine)];
}

function describeLine(line: ReadFixture['lines'][number]): string {
  const place = [...(line.file === undefined ? [] : [line.file]), line.line].join(' ');
  if (line.kind === 'skipped')
    return `${place} skipped ${line.why}${line.url === undefined ? '' : ` ${line.url}`}: ${sayStored(line.reason)}`;
  if (line.kind === 'part') return `${place} part ${line.part} ${line.url} of ${line.entry.line}`;
  const { name, url, text, tags, details, listedAt } = line;
  const said = [name, url, text, tags.join(', '), details.replaceAll('\n', ' ⏎ ')];
  const day = listedAt ? [listedAt.toISOString().slice(0, 10)] : [];
  return [place, ...said, ...day].join(' ¦ ').replace(/(?: ¦ ?)+$/, '');
}

/** With what serves no text: slugs, instants and further columns. */
function detail({ format, lines }: ReadFixture): unknown {
  const entries = lines.flatMap((line) => {
    if (line.kind !== 'entry') return [];
    const { kind: _, listedAt, extras, ...fields } = line;
    const said = {
      ...fields,
      ...(listedAt && { listedAt }),
      ...(extras && { extras: Object.fromEntries(extras) }),
    };
    const plain: unknown = JSON.parse(JSON.stringify(said));
    return [plain];
  });
  const parts = lines.flatMap((line) =>
    line.kind === 'part' ? `${line.line} ${line.part} ${line.url}` : [],
  );
  const skipped = lines.flatMap((line) =>
    line.kind === 'skipped'
      ? [line.line, line.why, line.url].filter((said) => said !== undefined).join(' ')
      : [],
  );
  return { format, entries: shown(entries), parts, skipped };
}

/** Links that were neither an entry nor part of one, nor skipped, or that were read but not in the file. */
export function lostLinks({ lines, account }: ReadFixture): string[] {
  const faults = lines.flatMap((line) =>
    line.kind === 'skipped' && line.why === 'fault'
      ? `line ${line.line}: ${sayStored(line.reason)} ${line.url ?? ''}`
      : [],
  );
  return [...faults, ...account.unseen.map(({ url }) => `unseen: ${url}`)];
}
