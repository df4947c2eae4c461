import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PACKAGE_FOLDER } from '@/host/folders';
import { compileMessage } from '@/lib/texts/compile';
import type { Catalog } from '@/lib/texts/language';
import { identifierOf, IDENTIFIER, LANGUAGE_IDENTIFIER } from './identifiers';

/** The scripts for browsers before their texts are written, and the English of all texts. */
const templateFolder = path.join(PACKAGE_FOLDER, 'dist/texts');
const tableFile = path.join(templateFolder, 'english.json');

/** Where the build's scripts for browsers are, relative to the package. */
const SCRIPT_FOLDERS = ['.next/static', 'dist/browser'];

const tableSchema = z.record(z.string(), z.string());
/** The English of all texts, by key. */
export type English = z.infer<typeof tableSchema>;

/**
 * Writes the English into the scripts of a build, and keeps the scripts as they were for other languages.
 *
 * @throws Error naming a text that is in no source.
 */
export async function writeEnglish(english: English): Promise<void> {
  await mkdir(templateFolder, { recursive: true });
  await writeFile(tableFile, JSON.stringify(english));
  const fill = createFiller(english, undefined);
  for (const folder of SCRIPT_FOLDERS) {
    for (const file of await listScripts(path.join(PACKAGE_FOLDER, folder))) {
      const source = path.join(PACKAGE_FOLDER, folder, file);
      const template = await readFile(source, 'utf8');
      const filled = fill(template, file);
      if (filled === template) continue;
      const kept = path.join(templateFolder, folder, file);
      await mkdir(path.dirname(kept), { recursive: true });
      await writeFile(kept, template);
      await writeFile(source, filled);
    }
  }
}

/** The scripts of the build with texts, in the language of a catalog, by their path in the package. */
export async function fillTemplates(catalog: Catalog): Promise<Map<string, string>> {
  const fill = createFiller(await readEnglish(), catalog);
  const filled = new Map<string, string>();
  for (const file of await listScripts(templateFolder))
    filled.set(file, fill(await readFile(path.join(templateFolder, file), 'utf8'), file));
  return filled;
}

export async function readEnglish(): Promise<English> {
  return tableSchema.parse(JSON.parse(await readFile(tableFile, 'utf8')));
}

/** A message is written as JSON: whatever a translator wrote stays data. */
export function createFiller(english: English, catalog: Catalog | undefined) {
  const written = new Map([[LANGUAGE_IDENTIFIER, JSON.stringify(catalog?.language ?? 'en')]]);
  for (const [key, icu] of Object.entries(english))
    written.set(
      identifierOf({ key, english: icu }),
      JSON.stringify(catalog?.messages.get(key) ?? compileMessage(icu)),
    );
  return (template: string, file: string): string =>
    template.replaceAll(IDENTIFIER, (identifier) => {
      const message = written.get(identifier);
      if (message === undefined)
        throw new Error(`${file} has the text ${identifier}, which is in no source.`);
      return message;
    });
}

async function listScripts(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith('.js'));
}
