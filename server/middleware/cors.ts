import { cors as honoCors } from 'hono/cors';
import type { ServerEnv } from '@/server/env';

/** Pages of the configured origins may call; no cookie is ever looked at, so none is asked for. */
export const cors = ({ siteOrigins }: Pick<ServerEnv, 'siteOrigins'>) =>
  honoCors({
    origin: siteOrigins,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'accessToken',
      'content-type',
      'originUrl',
      'x-algolia-api-key',
      'x-algolia-application-id',
      'x-algolia-agent',
    ],
    exposeHeaders: ['retry-after', 'x-request-id'],
    maxAge: 86_400,
  });
