import { fileURLToPath } from 'node:url';

export type WorkerFile = {
  path: string;
  /** The arguments of Node that the program needs. Never those of the parent, which under Jest belong to Jest. */
  execArgv: string[];
};

/**
 * Finds the program of a thread or child process: TypeScript beside its importer in the project, JavaScript beside it
 * in the built `dist`.
 */
export function workerFile(importerURL: string, name: string): WorkerFile {
  const isSource = importerURL.endsWith('.ts');
  return {
    path: fileURLToPath(new URL(`./${name}.${isSource ? 'ts' : 'js'}`, importerURL)),
    execArgv: isSource ? ['--import', new URL('./register-tsx.js', import.meta.url).href] : [],
  };
}
