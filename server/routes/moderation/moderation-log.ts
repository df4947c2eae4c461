import { Hono } from 'hono';
import { MINUTE_MS } from '@/lib/contract/plain/durations';
import { listLogEntriesCall, LOG_PAGE_SIZE } from '@/lib/contract/moderation-log';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { readPage } from '@/server/http/page';
import { addSources } from '@/server/http/public-changes';
import { listLogEntries } from '@/server/queries/audit-entries';

export const moderationLogRoutes = new Hono<AppEnv>();

endpoint(
  moderationLogRoutes,
  listLogEntriesCall,
  async (c, { query: { after } }) => {
    const { db, cursorSigner: signer } = c.var.deps;
    const { rows: entries, nextCursor } = await readPage(
      { signer, list: 'log', after, limit: LOG_PAGE_SIZE },
      {
        read: (from) => listLogEntries(db, { beforeId: from.after?.id, limit: from.limit }),
        positionOf: ({ id, createdAt }) => ({ value: new Date(createdAt), id }),
      },
    );
    const products = new Set(entries.flatMap(({ productId }) => productId ?? []));
    addSources({ products, maxAgeMs: MINUTE_MS });
    return { entries, nextCursor };
  },
  { isPublic: true },
);
