import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { po } from 'gettext-parser';
import { readSources } from '@/host/texts/read-sources';
import { compileMessage } from '@/lib/texts/compile';
import { provideCatalog } from '@/lib/texts/language';

/** Says these texts in German in this process, by key, until the catalog is taken away. */
export function speakGerman(german: Readonly<Record<string, string>>): void {
  const messages = new Map(Object.entries(german).map(([key, said]) => [key, compileMessage(said)]));
  provideCatalog({ language: 'de', direction: 'ltr', prefix: '/l/de-0', messages });
}

/**
 * Copies the program to a package of its own, which has a trial catalog in German.
 *
 * @param german by key. What is missing stays English.
 * @returns the arguments of Node.js that run the program.
 */
export async function copyGermanProgram(german: Readonly<Record<string, string>>) {
  const programs = process.env.TEST_PROGRAMS;
  if (programs === undefined) throw new Error('Run this test with npm run test:one.');
  // Below the packages that the program imports.
  const folder = await mkdtemp(path.join(path.dirname(programs), 'german-'));
  await cp(programs, path.join(folder, 'dist'), {
    recursive: true,
    filter: (source) => path.basename(source) !== 'fonts',
  });
  const english = await readSources();
  const translations = Object.entries(german).map(([key, msgstr]) => {
    const msgid = english[key];
    if (msgid === undefined) throw new Error(`No text has the key ${key}.`);
    return [key, { [msgid]: { msgctxt: key, msgid, msgstr: [msgstr] } }];
  });
  await mkdir(path.join(folder, 'dist/texts'));
  await mkdir(path.join(folder, 'texts'));
  await writeFile(path.join(folder, 'dist/texts/english.json'), JSON.stringify(english));
  await writeFile(
    path.join(folder, 'texts/de.po'),
    po.compile({ charset: 'utf-8', headers: {}, translations: Object.fromEntries(translations) }),
  );
  return {
    program: [path.join(folder, 'dist/listgrove.js')],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
