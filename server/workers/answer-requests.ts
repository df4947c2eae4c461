import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Catalog, provideCatalog } from '@/lib/texts/language';
import type { SiteWords } from '@/lib/texts/texts';

/** Of threads: the event loop of the site comes first when the CPU is scarce. Their time limits are CPU time. */
const niceness = 10;

/**
 * Makes this thread or child process a worker, which answers one request after the other. An error that is thrown ends
 * the worker and rejects the task.
 */
export function answerRequests(answer: (request: unknown) => object | Promise<object>): void {
  const port = parentPort;
  // On Linux this is the priority of the calling thread alone; elsewhere it would be that of the site.
  if (port && process.platform === 'linux') setPriority(niceness);
  const send = port
    ? (message: object) => port.postMessage(message)
    : (message: object) => process.send?.(message);
  const respond = async (request: unknown) => {
    if (hasCatalog(request)) {
      provideCatalog(request.catalog);
      globalThis.siteWords = () => request.siteWords;
    } else send(await answer(request));
  };
  if (port) {
    port.on('message', (request: unknown) => void respond(request));
  } else {
    process.on('message', (request: unknown) => void respond(request));
    // Signals reach the whole group of processes. The parent finishes its requests first, then ends this process.
    process.on('SIGTERM', () => {}).on('SIGINT', () => {});
    process.once('disconnect', () => process.exit(0));
  }
  send({ cpuFile: findCpuFile(port === null) });
}

/** Before its first request, a worker of a site in another language than English gets the texts. */
const hasCatalog = (request: unknown): request is { catalog: Catalog; siteWords: SiteWords } =>
  typeof request === 'object' && request !== null && 'catalog' in request;

/** The file in which Linux counts the CPU time of this process or thread; null on other systems. */
function findCpuFile(isProcess: boolean): string | null {
  if (process.platform !== 'linux') return null;
  return `/proc/${isProcess ? process.pid : readlinkSync('/proc/thread-self')}/stat`;
}
