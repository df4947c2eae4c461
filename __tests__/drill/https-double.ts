import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTLSServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../bench/processes';

/**
 * Starts a proxy for browsers that answers the requests for some origins by a server on this machine, and refuses all
 * others. The certificate is signed by itself. Requests of popups and frames pass it like those of pages, while
 * interception through WebDriver BiDi loses some of them in Firefox.
 */
export async function startHTTPSDouble(origins: readonly string[], url: string) {
  const hosts = origins.map((origin) => new URL(origin).host);
  const sites = createTLSServer(await createCertificate(), answerBy(url));
  const proxy = createServer((_req, res) => res.writeHead(403).end());
  proxy.on('connect', ({ url: target = '' }: IncomingMessage, socket) => {
    socket.on('error', () => socket.destroy());
    if (!hosts.some((host) => target === `${host}:443`)) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    return sites.emit('connection', socket);
  });
  const port = await freePort();
  proxy.listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port,
    async close() {
      sites.closeAllConnections();
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

const answerBy =
  (url: string): RequestListener =>
  (req, res) => {
    const body = req.method === 'POST' ? buffer(req) : undefined;
    const answered = Promise.resolve(body).then(async (sent) => {
      const response = await fetch(`${url}${req.url}`, { method: req.method, body: sent });
      const headers = [...response.headers].filter(([name]) => /^(content-type|access-control-)/.test(name));
      res.writeHead(response.status, Object.fromEntries(headers));
      res.end(await response.text());
    });
    // The browser may be gone, or the server closed.
    answered.catch(() => res.destroy());
  };

async function createCertificate(): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') };
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', files.key];
  const cert = ['-out', files.cert, '-days', '2', '-subj', '/CN=Drill'];
  execFileSync('openssl', ['req', '-x509', ...key, ...cert], { stdio: 'pipe' });
  const [keyText = '', certText = ''] = await Promise.all(
    [files.key, files.cert].map((file) => readFile(file, 'utf8')),
  );
  await rm(folder, { recursive: true, force: true });
  return { key: keyText, cert: certText };
}
