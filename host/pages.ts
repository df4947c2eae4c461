import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import next from 'next';
import { provideRenderedPath } from '@/lib/in-process';

/** Headers that parts of Next.js send to each other. Requests from outside must not carry them. */
const internalHeader = /^x-(middleware|nextjs|invoke|matched-path|now-route)/;

/** Renders the pages of the site with Next.js in this process. */
export async function openPages({ isDevelopment }: { isDevelopment: boolean }) {
  const app = next({ dev: isDevelopment, dir: process.cwd(), webpack: true });
  await app.prepare();
  const handle = app.getRequestHandler();
  const renderedPath = new AsyncLocalStorage<string>();
  provideRenderedPath(() => renderedPath.getStore());
  const listener: RequestListener = (req, res) => {
    dropInternalHeaders(req);
    renderedPath.run(pagePath(req.url ?? '/'), () => void handle(req, res));
  };
  return {
    listener,
    /** Hot reloading in development needs a WebSocket. All other upgrades are closed. */
    attachUpgrade(server: Server): void {
      const upgrade = app.getUpgradeHandler();
      server.on('upgrade', (req, socket, head) => {
        if (isDevelopment) void upgrade(req, socket, head);
        else socket.destroy();
      });
    },
    close: () => app.close(),
  };
}

/** The path of the page, also when the browser asks for the page's data alone: `/_next/data/<build>/tags.json` is `/tags`. */
function pagePath(url: string): string {
  const [path = '/'] = url.split('?');
  const [, dataPath] = /^\/_next\/data\/[^/]+(\/.*)\.json$/.exec(path) ?? [];
  return dataPath === '/index' ? '/' : (dataPath ?? path);
}

function dropInternalHeaders(req: IncomingMessage): void {
  const isDataRequest = req.url?.startsWith('/_next/data/') ?? false;
  for (const name of Object.keys(req.headers)) {
    if (name === 'x-nextjs-data' && isDataRequest) continue;
    if (internalHeader.test(name)) Reflect.deleteProperty(req.headers, name);
  }
}
