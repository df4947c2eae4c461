import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { hasErrorCode } from '@/server/errno';
import { requestLogger } from '@/server/log';
import { readPackageFile } from './package-folder';

const routes = z.array(z.object({ page: z.string(), regex: z.string() }));
const routesManifest = z.object({ staticRoutes: routes, dynamicRoutes: routes });

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

type PageRequest = { logger: Logger; requestId: string; page: string };

/** Logs a request for a page when its response has ended, with the fields of a call. */
export function logPageRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { logger, requestId, page }: PageRequest,
): void {
  const startedAtMs = performance.now();
  res.once('close', () => {
    const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
    requestLogger(logger).info(
      { requestId, method: req.method, route: page, status: res.statusCode, durationMs },
      'request',
    );
  });
}
