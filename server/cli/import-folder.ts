import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { detectFormat, hasKnownName } from '@/server/import/formats/import-format';
import { type ImportLine, part, skipped, UnreadableFile } from '@/server/import/formats/import-line';
import { isRecordFile, type ReadOptions, readImport } from '@/server/import/formats/read-import';
import type { SourceLine } from './import-run';
import { cleanDescription } from '@/server/import/formats/clean-text';
import type { LinkAccount } from '@/server/import/formats/link-account';
import { decodeText } from '@/server/import/formats/source-text';
import { linksInText } from '@/server/import/formats/text-links';
import { escapeMarkdown } from '@/server/text/escape';

const FILES_MAX = 50_000;
const BEGINNING_CHARS = 16_384;

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
  let isCollection = false;
  for (const path of files) isCollection ||= await hasData(path);
  let isBesideRecords = false;
  for (const path of files) isBesideRecords ||= await isRecord(path);
  const reading = { options: { ...options, isBesideRecords }, folder, hasData: isCollection };
  for (const [index, path] of files.entries()) {
    const name = relative(folder, path);
    try {
      for await (const line of readFile(path, reading)) {
        yield { ...line, file: name };
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      yield { ...skipped(1, error.message), file: name };
    }
    onFile((index + 1) / files.length);
  }
}

type FolderReading = { options: ReadOptions; folder: string; hasData: boolean };

async function readText(path: string): Promise<string> {
  const parts: string[] = [];
  for await (const part of decodeText(createReadStream(path))) parts.push(part);
  return parts.join('');
}

/** Whether a file has data of entries, so that a page without data is about the folder. */
async function hasData(path: string): Promise<boolean> {
  if (!isPage(path)) return !/^\.html?$/i.test(extname(path));
  try {
    return pageOf(await readText(path)) !== undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return false;
  }
}

/** Whether a file is one entry, so that the others are, too, whatever lists they have. */
async function isRecord(path: string): Promise<boolean> {
  try {
    const text = await readText(path);
    const page = isPage(path) ? pageOf(text) : undefined;
    if (page) return isRecordFile(page.format, page.data);
    return isRecordFile(detectFormat(text.slice(0, BEGINNING_CHARS), path), text);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return false;
  }
}

async function* readFile(
  path: string,
  { options, folder, hasData: isCollection }: FolderReading,
): AsyncGenerator<ImportLine> {
  const text = await readText(path);
  const fileSlug = slugOf(folder, path);
  const page = isPage(path) ? pageOf(text) : undefined;
  if (!page) {
    if (isPage(path) && isCollection) yield* skipPage(text, options.account);
    else {
      const format = detectFormat(text.slice(0, BEGINNING_CHARS), path);
      yield* readImport(format, once(text), { ...options, fileSlug });
    }
    return;
  }
  const lines: ImportLine[] = [];
  for await (const line of readImport(page.format, once(page.data), { ...options, fileSlug }))
    lines.push(line);
  yield* describeEntry(lines, page, options.account);
}

async function* once(text: string) {
  yield await Promise.resolve(text);
}

const isPage = (path: string): boolean => /^\.(?:md|mdx|markdown)$/i.test(extname(path));

/** The data of a page above its text, as site generators keep it: YAML between `---`, TOML between `+++`. */
function pageOf(text: string): Page | undefined {
  const [whole = '', fence, data] =
    /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n([\s\S]*?\n)\1[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (data === undefined || data.trim() === '') return undefined;
  // The blank line keeps the numbers of the lines.
  return {
    format: fence === '---' ? 'yaml' : 'toml',
    data: `\n${data}`,
    body: text.slice(whole.length),
    bodyLine: whole.split('\n').length,
  };
}

type Page = { format: 'yaml' | 'toml'; data: string; body: string; bodyLine: number };

/** The text of a page describes its only entry. Its links are parts of the entry. */
function* describeEntry(
  lines: readonly ImportLine[],
  { body, bodyLine }: Page,
  account: LinkAccount | undefined,
): Generator<ImportLine> {
  const [only, ...others] = lines.filter(({ kind }) => kind === 'entry');
  const found = only?.kind === 'entry' && others.length === 0 ? only : undefined;
  const pageText = textOfPage(body);
  for (const line of lines) {
    if (line !== found || pageText === '') yield line;
    else {
      const [first = ''] = pageText.split(/\n\s*\n/);
      const details = found.details.split('\n').map(escapeMarkdown);
      const description = [...details, pageText].filter((text) => text !== '').join('\n\n');
      yield { ...found, text: found.text === '' ? cleanDescription(first) : found.text, description };
    }
  }
  for (const { url, line } of linksOf(body, bodyLine)) {
    const read = found
      ? part({ line, entry: { line: found.line, url: found.url }, url, part: 'mention' })
      : skipped(line, 'The link is in the text of a page without an entry.', 'prose', url);
    account?.see(url, line);
    account?.settle(read);
    yield read;
  }
}

/** Without what only a site generator understands, and without the heading that repeats the title. */
const textOfPage = (body: string): string =>
  body
    .replace(/<!--[\s\S]*?-->|\{%[\s\S]*?%\}|\{\{[\s\S]*?\}\}/g, '')
    .replace(/^(?:import|export)\s.*$/gm, '')
    .trim()
    .replace(/^#\s.*(?:\r?\n|$)/, '')
    .replaceAll('\r\n', '\n')
    .trim();

function* skipPage(text: string, account: LinkAccount | undefined): Generator<ImportLine> {
  for (const { url, line } of linksOf(text, 1)) {
    const read = skipped(line, 'The page has no data, so it is about the folder.', 'aboutList', url);
    account?.see(url, line);
    account?.settle(read);
    yield read;
  }
}

const linksOf = (text: string, firstLine: number): { url: string; line: number }[] =>
  text
    .split('\n')
    .flatMap((each, index) => linksInText(each).map((url) => ({ url, line: firstLine + index })));

/** The name of a file, or of its folder where each page has one. Jekyll puts the day of a post first. */
function slugOf(folder: string, path: string): string {
  const name = basename(path, extname(path));
  const isInOwn = /^_?index$/i.test(name) && dirname(relative(folder, path)) !== '.';
  return (isInOwn ? basename(dirname(path)) : name).replace(/^\d{4}-\d{2}-\d{2}-/, '');
}
