import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

export type WorkerFile = {
  path: string;
  /** The arguments of Node that the program needs. Never those of the parent, which under Jest belong to Jest. */
  execArgv: string[];
};

/**
 * Finds the program of a thread or child process: TypeScript in the project, JavaScript beside its importer in the built
 * `dist`.
 *
 * @param path relative to the importer, without the extension.
 */
export function workerFile(importerURL: string, path: string): WorkerFile {
  const isSource = importerURL.endsWith('.ts');
  return {
    path: fileURLToPath(new URL(isSource ? `./${path}.ts` : `./${basename(path)}.js`, importerURL)),
    execArgv: isSource ? ['--import', new URL('./register-tsx.js', import.meta.url).href] : [],
  };
}
