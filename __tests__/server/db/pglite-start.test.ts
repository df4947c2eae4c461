import { jest } from '@jest/globals';
import pino from 'pino';
import { readDatabaseImage } from '@/__tests__/setup/database-image';
import { createPglitePool, migratePglite } from '@/server/db/pglite';
import { type PgliteThread, startPgliteThread } from '@/server/db/pglite-thread';

const logger = pino({ level: 'silent' });
const MINUTE_MS = 60_000;

let thread: PgliteThread;
beforeEach(async () => {
  thread = await startPgliteThread({ kind: 'memory', image: await readDatabaseImage() });
});
afterEach(async () => {
  jest.useRealTimers();
  await thread.kill();
});

/** The thread of a machine that is too busy to answer until `release` is called. */
function stall(busy: PgliteThread) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let noteAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (noteAsked = resolve));
  const stalled: PgliteThread = {
    ...busy,
    execute: async (message) => {
      noteAsked();
      await released;
      return busy.execute(message);
    },
  };
  return { stalled, asked, release };
}

it('waits minutes for a slow machine at the start', async () => {
  const { stalled, asked, release } = stall(thread);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] });

  const migrating = migratePglite(stalled, logger);
  await asked;
  jest.advanceTimersByTime(9 * MINUTE_MS);
  release();

  await expect(migrating).resolves.toBeUndefined();
});

it('gives up after ten minutes with a sentence for the owner', async () => {
  const { stalled, asked } = stall(thread);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] });

  const migrating = migratePglite(stalled, logger);
  await asked;
  jest.advanceTimersByTime(10 * MINUTE_MS);

  await expect(migrating).rejects.toMatchObject({
    name: 'DatabaseStartError',
    message: 'The database does not answer. The machine may be too busy; try again later.',
  });
  expect(await thread.ended).toEqual(new Error('The database thread ended with code 1.'));
});

it('waits ten seconds for a connection once the site runs', async () => {
  const { stalled, asked } = stall(thread);
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date'] });
  const pool = createPglitePool(stalled);

  const query = pool.query('SELECT 1');
  await asked;
  jest.advanceTimersByTime(10_000);

  await expect(query).rejects.toThrow('timeout');
});
