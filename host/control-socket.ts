import { chmod, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { controlSocketPath } from '@/server/control/control-client';

type ControlApp = { fetch: (request: Request) => Response | Promise<Response> };

/**
 * Lets terminal commands reach this process through a socket in its data folder, which only the owner of the folder
 * can open. Call it after the database is open: the database lock guarantees that an existing socket belongs to a
 * process that has ended.
 */
export async function listenControlSocket(
  app: ControlApp,
  dataDir: string,
): Promise<{ path: string; close: () => Promise<void> }> {
  const path = controlSocketPath(dataDir);
  await rm(path, { force: true });
  const answer = getRequestListener(app.fetch);
  const listener: RequestListener = (req, res) => void answer(req, res);
  const server = createServer({ requestTimeout: 0 }, listener);

  // listen() creates the socket with these permissions, so no other user can open it in between.
  const umask = process.umask(0o177);
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  process.umask(umask);
  await listening;
  await chmod(path, 0o600);

  return {
    path,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
