import { Hono } from 'hono';
import * as z from 'zod/mini';
import { importProducts } from '@/server/commands/import-products';
import type { Deps } from '@/server/deps';
import { importDraft } from '@/server/services/import-draft';

/** Products per request: one transaction, short enough for visitors not to notice. */
export const IMPORT_BATCH_MAX = 500;

const importRequest = z.object({
  drafts: z.array(importDraft).check(z.maxLength(IMPORT_BATCH_MAX)),
  isDryRun: z.boolean(),
});

/**
 * What the commands of the terminal ask of the running site, which alone has the embedded database open.
 * Served on a socket that only the owner of the data may open, never on a port.
 */
export function createControlApp(deps: Pick<Deps, 'db' | 'now' | 'logger'>) {
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
    .onError((error, c) => {
      deps.logger.error({ error }, 'A command failed.');
      return c.json({ isError: true, message: 'The site could not carry this out. Its log says why.' }, 500);
    });
}
