import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ServerEnv } from '@/server/config/env';
import { isSent } from './listen';

/** Requests that run longer are aborted, and the process exits with 1. */
const drainMsMax = 25_000;
/** As above, after a failure that no request survives. */
const failedDrainMsMax = 3_000;
/**
 * How long open connections may still send a request. The answer closes the connection. Without it, a client that
 * sends the next request at this moment would lose it.
 */
const lingerMs = 500;
/** Without a new connection for this long, none is on its way to the port. */
const quietMs = 25;
/** A turn of the event loop that takes longer leaves time for a connection to arrive unseen. */
const quietTurnMs = 1;

type RequestGate = { listener: RequestListener; close: () => void; open: () => void };

/** Passes requests on to a listener; while the gate is closed, they wait. */
export function createRequestGate(listener: RequestListener): RequestGate {
  let held: [IncomingMessage, ServerResponse][] | undefined;
  return {
    listener: (req, res) => {
      if (held) held.push([req, res]);
      else listener(req, res);
    },
    close: () => (held ??= []),
    open: () => {
      const waiting = held ?? [];
      held = undefined;
      for (const [req, res] of waiting) listener(req, res);
    },
  };
}

type Draining = {
  server: Server;
  gate: RequestGate;
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
 *
 * @returns a function that does the same at once and exits with 1, so that a supervisor starts the process anew.
 */
export function drainOnSignal({ server, gate, logger, env, onStart, close }: Draining): () => void {
  let isStarted = false;
  let connectionCount = 0;
  server.on('connection', () => (connectionCount += 1));
  const open = new Set<ServerResponse>();
  server.on('request', (_req, res) => {
    if (isSent(res)) return;
    open.add(res);
    res.once('close', () => open.delete(res));
  });
  /** Waits until no connection is on its way, or too long. */
  const quietPort = async () => {
    const startedAtMs = performance.now();
    for (let quietSinceMs = startedAtMs, nowMs = startedAtMs; ;) {
      const [countBefore, turnAtMs] = [connectionCount, nowMs];
      await nextTurn();
      nowMs = performance.now();
      if (connectionCount !== countBefore || nowMs - turnAtMs > quietTurnMs) quietSinceMs = nowMs;
      if (nowMs - quietSinceMs > quietMs || nowMs - startedAtMs > lingerMs) return;
    }
  };
  const exit = (code: number) => {
    logger.flush();
    process.exit(code);
  };
  const drain = async (noticeMs: number, { exitCode, msMax }: { exitCode: 0 | 1; msMax: number }) => {
    if (exitCode !== 0) setTimeout(() => exit(exitCode), msMax).unref();
    if (isStarted) return;
    isStarted = true;
    onStart();
    // A client that kept its connection would send the next request while the connection is closed.
    for (const res of open) if (!res.headersSent) res.setHeader('connection', 'close');
    logger.info('Draining: not ready, finishing requests.');
    setTimeout(() => {
      logger.error('Requests did not finish in time. Exiting anyway.');
      exit(1);
    }, msMax + noticeMs).unref();

    await sleep(noticeMs);
    // Connections that the system has accepted and this process has not yet are lost when the port closes. New requests
    // wait until it is closed, so that this process has time to accept connections, and its clients open no more.
    gate.close();
    await quietPort();
    // The close() of an HTTP server would close idle keep-alive connections at once.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    gate.open();
    await Promise.race([closed, sleep(lingerMs)]);
    const sweep = setInterval(() => server.closeIdleConnections(), 100);
    await closed;
    clearInterval(sweep);
    await close();
    logger.info('Drained.');
    exit(exitCode);
  };
  const onSignal = { exitCode: 0, msMax: drainMsMax } as const;
  process.on('SIGTERM', () => void drain(env.drainNoticeMs, onSignal));
  process.on('SIGINT', () => void drain(0, onSignal));
  return () => void drain(0, { exitCode: 1, msMax: failedDrainMsMax }).catch(() => exit(1));
}
