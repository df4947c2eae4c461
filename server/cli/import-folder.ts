import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, extname, join, relative } from 'node:path';
import { detectFormat, hasKnownName } from '@/server/import/formats/import-format';
import { type ImportLine, skipped, UnreadableFile } from '@/server/import/formats/import-line';
import { type ReadOptions, readImport } from '@/server/import/formats/read-import';
import type { SourceLine } from './import-run';
import { decodeText } from '@/server/import/formats/source-text';

const FILES_MAX = 50_000;
const BEGINNING_CHARS = 16_384;
/** The data of a page, above its text. */
const FRONT_MATTER = /^---\r?\n([\s\S]*?\n)---\r?\n/;

/** Reads a folder with a file for each entry, or with several lists, in the order of their names. */
export async function* readFolder(
  folder: string,
  options: ReadOptions,
  onFile: (fraction: number) => void,
): AsyncGenerator<SourceLine> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((each) => each.isFile() && hasKnownName(each.name))
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => !/(?:^|[\\/])(?:\.|node_modules[\\/])/.test(relative(folder, path)))
    .sort();
  if (files.length > FILES_MAX) {
    throw new UnreadableFile(
      `${folder} has more than ${FILES_MAX.toLocaleString('en')} files. Import its folders one by one.`,
    );
  }
  for (const [index, path] of files.entries()) {
    const name = relative(folder, path);
    try {
      for await (const line of readFile(path, options)) {
        yield { ...line, file: name };
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      yield { ...skipped(1, error.message), file: name };
    }
    onFile((index + 1) / files.length);
  }
}

async function* readFile(path: string, options: ReadOptions): AsyncGenerator<ImportLine> {
  const parts: string[] = [];
  for await (const part of decodeText(createReadStream(path))) parts.push(part);
  const text = parts.join('');
  const isPage = /^\.(?:md|mdx|markdown)$/i.test(extname(path));
  const data = isPage ? FRONT_MATTER.exec(text)?.[1] : undefined;
  // A page without data is about the folder.
  if (isPage && data === undefined) return;
  const format = data === undefined ? detectFormat(text.slice(0, BEGINNING_CHARS), path) : 'yaml';
  async function* once() {
    yield await Promise.resolve(data ?? text);
  }
  // Jekyll names posts by their day.
  const fileSlug = basename(path, extname(path)).replace(/^\d{4}-\d{2}-\d{2}-/, '');
  yield* readImport(format, once(), { ...options, fileSlug });
}
