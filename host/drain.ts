import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServerEnv } from '@/server/env';

/** Requests still running after it are abandoned, and the exit code says so. */
const drainMsMax = 25_000;

type Draining = {
  server: Server;
  logger: Logger;
  env: Pick<ServerEnv, 'drainNoticeMs'>;
  /** From here on /readyz says no. */
  onStart: () => void;
  /** After the last request: closes what the process holds. */
  close: () => Promise<void>;
};

/**
 * On SIGTERM: not ready first, so that a balancer looks elsewhere; then no new connections; then the requests
 * in flight finish; then exit 0. On SIGINT (Ctrl+C) the same without the notice.
 */
export function drainOnSignal({ server, logger, env, onStart, close }: Draining): void {
  let isStarted = false;
  const drain = async (noticeMs: number) => {
    if (isStarted) return;
    isStarted = true;
    onStart();
    logger.info('Draining: not ready, finishing what runs.');
    setTimeout(() => {
      logger.error('Requests did not finish in time; exiting without them.');
      process.exit(1);
    }, drainMsMax + noticeMs).unref();

    await sleep(noticeMs);
    const closed = new Promise((resolve) => server.close(resolve));
    // A connection that is idle between two requests would hold the server open.
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    clearInterval(sweep);
    await close();
    logger.info('Drained.');
    logger.flush();
    process.exit(0);
  };
  process.once('SIGTERM', () => void drain(env.drainNoticeMs));
  process.once('SIGINT', () => void drain(0));
}
