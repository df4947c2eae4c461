import type { ServerEnv } from './env';
import { ConfigError } from '@/server/base/errors';

/**
 * Checks what the variables of each part together make of a process that serves pages. Its feeds, sitemaps, Markdown, cards,
 * embeds, badges and data come from its own database, and the calls of its pages from the product server.
 *
 * @throws ConfigError naming the variables when these are two databases.
 */
export function requireOneDirectory({
  siteURL,
  serverURL,
  databaseURL,
}: Pick<ServerEnv, 'siteURL' | 'serverURL' | 'databaseURL'>): void {
  const isOwn = serverURL.startsWith('/') || serverURL === `${siteURL}/api`;
  if (isOwn || databaseURL !== undefined) return;
  throw new ConfigError(
    'NEXT_PUBLIC_SERVER_URL names a product server elsewhere, whose database this process does not have: set DATABASE_URL to the same PostgreSQL server in both, or leave NEXT_PUBLIC_SERVER_URL out, so that one process serves everything.',
  );
}
