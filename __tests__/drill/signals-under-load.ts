import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { isGroupAlive, isPortFree, spawnNpm } from '../setup/npm-process';
import { until } from '../setup/until';
import { addMembers, siteEnv } from './built-site';
import { type DrillAnswer, planRequests, send, summarise } from './drill-requests';

const CLIENTS = 50;
const WARM_UP_MS = 3_000;
const DRAIN_LIMIT_MS = 28_000;

/** Signals a start command under load: no request in flight may fail, and the port must be free afterwards. */
export async function drillSignal(
  script: 'start' | 'server',
  target: 'npm' | 'group',
  dataDir: string,
): Promise<void> {
  const env = await siteEnv();
  const tokens = await addMembers({ dataDir, logger: pino({ level: 'warn' }) }, CLIENTS);
  const { pid, url, signal, exited } = await spawnNpm(script, { ...env, DATA_DIR: dataDir });
  const answers: DrillAnswer[] = [];
  const next = await planFor(script, url, tokens);
  const clients = Array.from({ length: CLIENTS }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const answer = await send(url, next(), agent);
      // The process has stopped listening, as it should: this request never reached it.
      if (answer.failure === 'ECONNREFUSED') break;
      answers.push(answer);
      if (answer.failure) break;
    }
    agent.destroy();
  });

  await sleep(WARM_UP_MS);
  const signaledAtMs = performance.now();
  const before = answers.length;
  signal(target, 'SIGTERM');
  await sleep(200);
  // A process that has answered all requests may have ended.
  if (isGroupAlive(pid)) signal(target, 'SIGTERM');
  const code = await exited;
  const exitMs = performance.now() - signaledAtMs;
  await Promise.all(clients);

  // Before the signal, a process that has just started may be too slow for some.
  const failed = answers.filter(
    ({ status, sentAtMs, tookMs }) => status !== 200 && status !== 404 && sentAtMs + tookMs > signaledAtMs,
  );
  console.log(`  npm run ${script}, SIGTERM to the ${target}: ${summarise(answers)}`);
  console.log(
    `    ${answers.length - before} answers after the signal, ${failed.length} failed; ` +
      `exit ${code} after ${(exitMs / 1000).toFixed(1)} s`,
  );
  for (const { kind, status, failure, sentAtMs, tookMs } of failed) {
    const sinceSignalMs = Math.round(sentAtMs - signaledAtMs);
    console.log(
      `    ${kind} sent at ${sinceSignalMs} ms: ${failure ?? status} after ${Math.round(tookMs)} ms`,
    );
  }
  assert.equal(failed.length, 0);
  assert.equal(code, 0);
  assert.ok(exitMs < DRAIN_LIMIT_MS);
  await until(() => !isGroupAlive(pid));
  assert.ok(await isPortFree(Number(url.port)), 'The port is free');
}

async function planFor(script: 'start' | 'server', url: URL, tokens: readonly string[]) {
  if (script === 'server') return () => ({ kind: 'read', method: 'GET', path: '/tags' }) as const;
  const { read, write } = await planRequests(url, tokens);
  return () => (Math.random() < 0.9 ? read() : write());
}
