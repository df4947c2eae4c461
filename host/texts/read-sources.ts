import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CODE_FOLDERS } from './code-folders';
import { compileText, findTexts, type FoundText } from './find-texts';
import type { English } from './templates';
import { findForeignForm } from './translations';

/** Every call that says a text, in the order of the files. */
export async function listTexts(): Promise<FoundText[]> {
  const found: FoundText[] = [];
  for (const folder of CODE_FOLDERS) {
    const files = await readdir(folder, { recursive: true });
    for (const file of files.filter((name) => /\.tsx?$/.test(name)).sort()) {
      const source = path.posix.join(folder, file.split(path.sep).join('/'));
      const code = await readFile(source, 'utf8');
      found.push(...findTexts(code, source));
    }
  }
  return found;
}

/** What no catalog can hold: a message that English cannot say, and a key with two texts. */
export function findFaults(found: readonly FoundText[]): string[] {
  const firstOf = new Map<string, FoundText>();
  return found.flatMap((text) => {
    const { key, english, file, line } = text;
    const first = firstOf.get(key) ?? text;
    firstOf.set(key, first);
    if (first.english !== english)
      return [`${file}:${line}: ${key}: the key has another text at ${first.file}:${first.line}.`];
    try {
      const fault = findForeignForm(compileText(text), 'en');
      return fault === undefined ? [] : [`${file}:${line}: ${key}: ${fault}`];
    } catch (error) {
      return [error instanceof Error ? error.message : ''];
    }
  });
}

/**
 * The English of all texts, by key.
 *
 * @throws Error for a text that no catalog can hold.
 */
export async function readSources(): Promise<English> {
  const found = await listTexts();
  const faults = findFaults(found);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.fromEntries(found.map(({ key, english }) => [key, english]));
}
