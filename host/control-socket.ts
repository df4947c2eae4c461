import { chmod, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { controlSocketPath } from '@/server/control/control-socket-path';

type ControlApp = { fetch: (request: Request) => Response | Promise<Response> };

/**
 * Lets commands of the terminal reach this process through a socket in its data folder, which only the folder's
 * owner may open. Call it after the database is open: its lock makes sure that a socket found there is a dead
 * process's.
 */
export async function listenControlSocket(
  app: ControlApp,
  dataDir: string,
): Promise<{ path: string; close: () => Promise<void> }> {
  const path = controlSocketPath(dataDir);
  await rm(path, { force: true });
  const answerCall = getRequestListener(app.fetch);
  const listener: RequestListener = (req, res) => void answerCall(req, res);
  const server = createServer({ requestTimeout: 0 }, listener);

  // The socket is made within listen(): no moment in which others could open it.
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
