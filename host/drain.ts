import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServerEnv } from '@/server/env';

/** Requests that run longer are aborted, and the process exits with 1. */
const drainMsMax = 25_000;
/**
 * How long open connections may still send a request. The answer closes the connection. Without it, a client that
 * sends the next request at this moment would lose it.
 */
const lingerMs = 500;

type Draining = {
  server: Server;
  logger: Logger;
  env: Pick<ServerEnv, 'drainNoticeMs'>;
  /** From now on, /readyz answers 503. */
  onStart: () => void;
  /** Closes everything that is open, after the last request. */
  close: () => Promise<void>;
};

/**
 * On SIGTERM: reports not ready, so that a load balancer stops sending requests; then accepts no new connections,
 * finishes the requests in flight and exits with 0. On SIGINT (Ctrl+C) the same, without waiting for the balancer.
 * Further signals change nothing: npm forwards the signal that its process group has received already.
 */
export function drainOnSignal({ server, logger, env, onStart, close }: Draining): void {
  let isStarted = false;
  let connectionCount = 0;
  server.on('connection', () => (connectionCount += 1));
  const open = new Set<ServerResponse>();
  server.on('request', (_req, res) => {
    open.add(res);
    res.once('close', () => open.delete(res));
  });
  const drain = async (noticeMs: number) => {
    if (isStarted) return;
    isStarted = true;
    onStart();
    // A client that kept its connection would send the next request while the connection is closed.
    for (const res of open) if (!res.headersSent) res.setHeader('connection', 'close');
    logger.info('Draining: not ready, finishing requests.');
    setTimeout(() => {
      logger.error('Requests did not finish in time. Exiting anyway.');
      process.exit(1);
    }, drainMsMax + noticeMs).unref();

    await sleep(noticeMs);
    // Connections that the system has accepted and this process has not yet are lost when the port closes.
    const closeByMs = performance.now() + lingerMs;
    for (let before = -1; before !== connectionCount && performance.now() < closeByMs;) {
      before = connectionCount;
      await nextTurn();
    }
    // The close() of an HTTP server would close idle keep-alive connections at once.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    await Promise.race([closed, sleep(lingerMs)]);
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    clearInterval(sweep);
    await close();
    logger.info('Drained.');
    logger.flush();
    process.exit(0);
  };
  process.on('SIGTERM', () => void drain(env.drainNoticeMs));
  process.on('SIGINT', () => void drain(0));
}
