import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasErrorCode } from '@/server/base/errors';
import { UnreadableFile } from '@/server/import/formats/import-line';
import { fetchList, listURLOf } from '@/server/import/list-url';
import { requireText } from '@/server/import/read-list';

/** A file, a list on the web or standard input, as text. */
export type ImportSource = {
  /** May tell the format. */
  name: string;
  /** Long enough to detect the format. */
  beginning: string;
  chunks: AsyncIterable<string>;
  /** From 0 to 1; undefined when the size is unknown. */
  fractionRead: () => number | undefined;
  /** The number of lines read so far. */
  linesRead: () => number;
};

const BEGINNING_CHARS = 16_384;

/**
 * Opens a file by its name, a list on the web by its URL, or standard input by `-`.
 *
 * @param githubAPI where the READMEs of repositories are.
 * @throws UnreadableFile when the file does not exist or is not text.
 */
export async function openImportSource(given: string, githubAPI: string): Promise<ImportSource> {
  const { name, bytesTotal, stream } = await openSource(given, githubAPI);
  let bytesRead = 0;
  let lineCount = 1;

  async function* decode(): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8');
    for await (const bytes of stream) {
      if (bytesRead === 0) requireText(bytes);
      bytesRead += bytes.length;
      for (const byte of bytes) if (byte === 10) lineCount += 1;
      yield decoder.decode(bytes, { stream: true });
    }
    yield decoder.decode();
  }

  const decoded = decode();
  let beginning = '';
  while (beginning.length < BEGINNING_CHARS) {
    const next = await decoded.next();
    if (next.done === true) break;
    beginning += next.value;
  }
  return {
    name,
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

async function* prepend(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function sizeOf(name: string): Promise<number> {
  try {
    const file = await open(name);
    const stats = await file.stat();
    await file.close();
    if (stats.isDirectory()) throw new UnreadableFile(`${name} is a folder. Choose a file in it.`);
    return stats.size;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(
      hasErrorCode(error, 'ENOENT') ? `File not found: ${name}` : `${name} cannot be opened.`,
    );
  }
}
