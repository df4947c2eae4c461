import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findTexts, type FoundText } from './find-texts';
import type { English } from './templates';

/** The folders whose code says texts. */
const FOLDERS = ['pages', 'components', 'hooks', 'lib', 'server', 'host'];

/** Every call that says a text, in the order of the files. */
export async function listTexts(): Promise<FoundText[]> {
  const found: FoundText[] = [];
  for (const folder of FOLDERS) {
    const files = await readdir(folder, { recursive: true });
    for (const file of files.filter((name) => /\.tsx?$/.test(name)).sort()) {
      const source = path.posix.join(folder, file.split(path.sep).join('/'));
      const code = await readFile(source, 'utf8');
      found.push(...findTexts(code, source));
    }
  }
  return found;
}

/**
 * The English of all texts, by key.
 *
 * @throws Error for a key with two English texts.
 */
export async function readSources(): Promise<English> {
  const english: English = {};
  for (const { key, english: said, file, line } of await listTexts()) {
    const known = english[key] ?? said;
    if (known !== said)
      throw new Error(`${file}:${line}: the key ${key} has two texts: “${known}” and “${said}”.`);
    english[key] = said;
  }
  return english;
}
