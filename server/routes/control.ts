import { Hono } from 'hono';
import * as z from 'zod/mini';
import { ROLES } from '@/lib/contract/user';
import { importProducts } from '@/server/commands/products/import-products';
import { reindexBatch } from '@/server/commands/reindex-products';
import { setRole } from '@/server/commands/account/set-role';
import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/errors';
import { pauseOutbox } from '@/server/queries/search/search-outbox';
import { importDraft } from '@/server/import/import-draft';

/** Products per request: one transaction, short enough for visitors not to notice. */
const IMPORT_BATCH_MAX = 500;

const importRequest = z.object({
  drafts: z.array(importDraft).check(z.maxLength(IMPORT_BATCH_MAX)),
  isDryRun: z.boolean(),
});

const pauseRequest = z.object({ until: z.nullable(z.iso.datetime()) });
const roleRequest = z.object({
  member: z.string(),
  role: z.enum(ROLES),
  insteadOf: z.optional(z.enum(ROLES)),
});
const reindexRequest = z.object({ afterId: z.string().check(z.regex(/^\d+$/)) });

/**
 * What the commands of the terminal ask of the running site, which alone has the embedded database open.
 * Served on a socket that only the owner of the data may open, never on a port.
 */
export function createControlApp(deps: Pick<Deps, 'db' | 'now' | 'logger' | 'env'>) {
  return new Hono()
    .get('/', (c) => c.json({ isError: false }))
    .post('/import', async (c) => {
      const body: unknown = await c.req.json();
      const request = importRequest.safeParse(body);
      if (!request.success)
        return c.json(
          { isError: true, message: 'The command and the running site are not of the same version.' },
          400,
        );
      const { drafts, isDryRun } = request.data;
      return c.json({ isError: false, outcomes: await importProducts(deps, drafts, { isDryRun }) });
    })
    .post('/reindex', async (c) => {
      const body: unknown = await c.req.json();
      return c.json({ isError: false, ...(await reindexBatch(deps, reindexRequest.parse(body).afterId)) });
    })
    .post('/reindex/pause', async (c) => {
      const body: unknown = await c.req.json();
      const { until } = pauseRequest.parse(body);
      await pauseOutbox(deps.db, until === null ? null : new Date(until));
      return c.json({ isError: false });
    })
    .post('/role', async (c) => {
      const body: unknown = await c.req.json();
      return c.json({ isError: false, ...(await setRole(deps, roleRequest.parse(body))) });
    })
    .onError((error, c) => {
      if (error instanceof ApiError) return c.json({ isError: true, message: error.message }, error.status);
      deps.logger.error({ error }, 'A command failed.');
      return c.json({ isError: true, message: 'The site could not carry this out. Its log says why.' }, 500);
    });
}
