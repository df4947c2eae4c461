import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import { ApiError } from '@/server/base/errors';
import { runAsJob } from '@/server/base/log';
import type { ControlCommand, ControlDeps } from './command';
import { controlCommands, type controlResponse, VERSION_MISMATCH } from './contract';

type ControlAppDeps = ControlDeps & { logger: Logger };

/**
 * Runs the commands that terminal programs send to the running site, which alone has the embedded database open.
 * Serve it on a socket that only the owner of the data folder can open, never on a port.
 */
export function createControlApp(deps: ControlAppDeps): { fetch: (request: Request) => Promise<Response> } {
  const handlers = new Map<string, (body: unknown) => Promise<Response>>();
  const add = <Request, Answer>({ path, request, run }: ControlCommand<Request, Answer>) =>
    handlers.set(path, async (body) => {
      const parsed = request.safeParse(body);
      if (!parsed.success) return respond({ isError: true, message: VERSION_MISMATCH }, 400);
      return respond({ isError: false, answer: await run(deps, parsed.data) });
    });
  add(controlCommands.ping);
  add(controlCommands.checkpoint);
  add(controlCommands.setupLink);
  add(controlCommands.reload);
  add(controlCommands.log);
  add(controlCommands.import);
  add(controlCommands.reindex);
  add(controlCommands.pause);
  add(controlCommands.fields);
  add(controlCommands.mail);
  add(controlCommands.messages);
  add(controlCommands.previewNewsletter);
  add(controlCommands.queueNewsletter);
  add(controlCommands.newsletterState);
  add(controlCommands.uncertainDeliveries);
  add(controlCommands.erase);
  add(controlCommands.role);
  add(controlCommands.settings);
  add(controlCommands.changeSettings);

  return {
    async fetch(request) {
      const command = new URL(request.url).pathname;
      const handle = handlers.get(command);
      if (!handle) return respond({ isError: true, message: VERSION_MISMATCH }, 404);
      return runAsJob(`control${command}`, async () => {
        try {
          const body: unknown = await request.json();
          return await handle(body);
        } catch (error) {
          if (error instanceof ApiError)
            return respond({ isError: true, message: error.english }, error.status);
          deps.logger.error({ err: error, command }, 'A control command failed.');
          const message = 'The site could not run this command. Its log says why.';
          return respond({ isError: true, message }, 500);
        }
      });
    },
  };
}

const respond = (body: z.infer<typeof controlResponse>, status = 200) => Response.json(body, { status });
