import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { hasErrorCode } from '@/server/base/errors';
import { UnreadableFile } from '@/server/import/formats/import-line';
import { decodeText } from '@/server/import/formats/source-text';
import { fetchList, listURLOf } from '@/server/import/list-url';

/** What tells the format of a list. */
const BEGINNING_CHARS = 16_384;

/** A file, a list on the web or standard input, as text. */
type ImportSource = {
  /** May tell the format. */
  name: string;
  isFolder: boolean;
  /** Long enough to detect the format. */
  beginning: string;
  chunks: AsyncIterable<string>;
  /** From 0 to 1; undefined when the size is unknown. */
  fractionRead: () => number | undefined;
  linesRead: () => number;
};

/**
 * Opens a file by its name, a list on the web by its URL, or standard input by `-`.
 *
 * @param githubAPI where the READMEs of repositories are.
 * @throws UnreadableFile when the file does not exist or is not text.
 */
export async function openImportSource(given: string, githubAPI: string): Promise<ImportSource> {
  if (await isFolder(given)) {
    const fractionRead = () => undefined;
    return { name: given, isFolder: true, beginning: '', chunks: empty(), fractionRead, linesRead: () => 1 };
  }
  const { name, bytesTotal, stream } = await openSource(given, githubAPI);
  let bytesRead = 0;
  let lineCount = 1;

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of stream) {
      bytesRead += bytes.length;
      for (const byte of bytes) if (byte === 10) lineCount += 1;
      yield bytes;
    }
  }

  const decoded = decodeText(counted());
  let beginning = '';
  while (beginning.length < BEGINNING_CHARS) {
    const next = await decoded.next();
    if (next.done === true) break;
    beginning += next.value;
  }
  return {
    name,
    isFolder: false,
    beginning,
    chunks: prepend(beginning, decoded),
    fractionRead: () =>
      bytesTotal === undefined ? undefined : Math.min(1, bytesRead / Math.max(1, bytesTotal)),
    linesRead: () => lineCount,
  };
}

type Opened = { name: string; bytesTotal: number | undefined; stream: AsyncIterable<Buffer> };

async function openSource(name: string, githubAPI: string): Promise<Opened> {
  if (name === '-') return { name, bytesTotal: undefined, stream: process.stdin };
  const url = listURLOf(name);
  if (url) return { bytesTotal: undefined, ...(await fetchList(url, githubAPI)) };
  return { name, bytesTotal: await sizeOf(name), stream: createReadStream(name) };
}

async function* empty(): AsyncGenerator<string> {}

async function isFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found?.isDirectory() === true;
}

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function sizeOf(name: string): Promise<number> {
  try {
    const file = await open(name);
    const stats = await file.stat();
    await file.close();
    return stats.size;
  } catch (error) {
    throw new UnreadableFile(
      hasErrorCode(error, 'ENOENT') ? `File not found: ${name}` : `${name} cannot be opened.`,
    );
  }
}
