import { drizzle } from 'drizzle-orm/node-postgres';
import { buildProduct } from '@/__tests__/setup/build';
import { readDatabaseImage } from '@/__tests__/setup/database-image';
import { setUpTestApp } from '@/__tests__/setup/test-app';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { createApp } from '@/server/app';
import type { LimitedPool } from '@/server/db/limited-pool';
import { createPglitePool } from '@/server/db/pglite';
import { type PgliteThread, startPgliteThread } from '@/server/db/pglite-thread';
import { KnownHits } from '@/server/http/known-hits';
import { PublicChanges } from '@/server/http/public-changes';
import { listPublicChanges } from '@/server/queries/public-changes';
import { Vocabulary } from '@/server/search/vocabulary';

const api = setUpTestApp();
let thread: PgliteThread;
let pool: LimitedPool;
let tripCount = 0;

beforeAll(async () => {
  thread = await startPgliteThread({ kind: 'memory', image: await readDatabaseImage() });
  const execute = (message: Uint8Array) => {
    tripCount += 1;
    return thread.execute(message);
  };
  pool = createPglitePool({ ...thread, execute });
});
afterAll(async () => {
  await pool.end();
  await thread.close();
});

/** It reads new words when a second has passed. */
class QuietVocabulary extends Vocabulary {
  override readLater(): void {
    // Reads none.
  }
}

it('sends one message to the thread of the database for each keystroke', async () => {
  const db = drizzle({ client: pool });
  for (const name of ['React', 'Reaktor', 'Redis', 'Rust']) await buildProduct(db, { name, tagline: 'Fast' });
  const times = { readEveryMs: HOUR_MS, knownForMs: HOUR_MS };
  const publicChanges = new PublicChanges((since) => listPublicChanges(db, since), times);
  const vocabulary = new QuietVocabulary();
  const knownHits = new KnownHits(publicChanges);
  const app = createApp({ ...api.deps(), db, publicChanges, vocabulary, knownHits }, { basePath: '/api' });
  const type = async (query: string) => {
    tripCount = 0;
    const body = JSON.stringify({ requests: [{ indexName: 'tool-fyi', query }] });
    const response = await app.request('/1/indexes/*/queries', { method: 'POST', body });
    const names = Array.from((await response.text()).matchAll(/"title":"(\w+)"/g), ([, name = '']) => name);
    return { names: names.toSorted().join(), tripCount };
  };
  // Prepares the statement, and reads the changes and the words for the first time.
  await type('rust');

  const typed = [];
  for (const query of ['r', 're', 'rea', 'reac', 'reacy', '']) typed.push(await type(query));

  expect(typed.map((each) => each.tripCount)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(typed.map(({ names }) => names)).toEqual([
    'React,Reaktor,Redis,Rust',
    'React,Reaktor,Redis',
    'React,Reaktor',
    'React,Reaktor',
    'React',
    'React,Reaktor,Redis,Rust',
  ]);
});
