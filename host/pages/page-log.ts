import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { hasErrorCode } from '@/server/base/errors';
import type { Deps } from '@/server/deps';
import { noteRequest } from '@/server/http/request-log';
import { readPackageFile } from '@/host/folders';

const routes = z.array(z.object({ page: z.string(), regex: z.string() }));
const routesManifest = z.object({ staticRoutes: routes, dynamicRoutes: routes });

/** The names of paths that lead to no page, whatever follows. */
export const NAME_OF_MISSING = /^\/(\*|404|500|_error|\[noun\](\/\[slug\])?|(top|moderation)\/\[\w+\])$/;

/** Names the page of a path. */
export type PageNamer = (path: string) => string;

/**
 * Names pages by their files, such as `/u/[handle]`. The path itself may name a person or contain a secret; so may one
 * that leads to no page.
 *
 * In development, where pages are built when they are first requested, every page is `/*`.
 */
export async function createPageNamer(): Promise<PageNamer> {
  const pages = (await readRoutes()).map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
  const known = new LRUCache<string, string>({ max: 1_000 });
  return (path) => {
    const name = known.get(path);
    if (name !== undefined) return name;
    const found = pages.find(({ pattern }) => pattern.test(path))?.page ?? '/*';
    known.set(path, found);
    return found;
  };
}

async function readRoutes(): Promise<z.infer<typeof routes>> {
  try {
    const manifest: unknown = JSON.parse(await readPackageFile('.next/routes-manifest.json'));
    const { staticRoutes, dynamicRoutes } = routesManifest.parse(manifest);
    return [...staticRoutes, ...dynamicRoutes];
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  }
}

type PageRequest = Pick<Deps, 'logger' | 'metrics'> & { requestId: string; page: string };

/** Counts and logs a request for a page when its response has ended, with the fields of a call. */
export function notePageRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { requestId, page, ...deps }: PageRequest,
): void {
  const startedAtMs = performance.now();
  res.once('close', () => {
    const durationMs = performance.now() - startedAtMs;
    noteRequest(deps, {
      requestId,
      method: req.method ?? '',
      route: page,
      status: res.statusCode,
      durationMs,
    });
  });
}

/** Sends what other code prints about errors to the log. Next.js prints them with their messages. */
export function logConsole(logger: Logger): void {
  console.error = (...words: unknown[]) => {
    const error = words.find((word) => word instanceof Error);
    logger.error(error && { err: error }, 'The rendering of a page reported an error.');
  };
  console.warn = (...words: unknown[]) => {
    const error = words.find((word) => word instanceof Error);
    logger.warn(error && { err: error }, 'The rendering of a page reported a warning.');
  };
}
