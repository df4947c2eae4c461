import { MINUTE_MS } from '@/lib/contract/plain/durations';
import type { SearchRecord } from '@/lib/contract/search';
import { controlCommands } from '@/server/control/contract';
import { loadEnv } from '@/server/config/env-file';
import { withCleanup } from './run-program';
import { openAlgoliaIndex } from '@/server/search/algolia';
import { openTarget, type Target } from './open-target';

/** How long the outbox stays paused when a rebuild is interrupted. */
const pauseMsMax = 30 * MINUTE_MS;

/** Rebuilds the search documents of all products, and the index at Algolia if it is configured. Safe to repeat. */
export async function reindex(): Promise<undefined> {
  const env = loadEnv();
  const target = await openTarget(env);
  const pause = (until: string | null) => target.run(controlCommands.pause, { until });
  const end = async () => {
    if (env.algolia) await pause(null);
    await target.close();
  };
  await withCleanup(end, async () => {
    if (!env.algolia) {
      await reindexAll(target, () => {});
    } else {
      // Single changes wait until the index is replaced.
      await pause(new Date(Date.now() + pauseMsMax).toISOString());
      const hits: SearchRecord[] = [];
      await reindexAll(target, (batch) => hits.push(...batch));
      console.log('Replacing the index at Algolia …');
      const index = openAlgoliaIndex(env.algolia, env);
      await index.replaceAll(hits);
      await index.applySettings();
    }
    console.log('Search is up to date.');
  });
}

async function reindexAll(target: Target, onBatch: (hits: SearchRecord[]) => void): Promise<void> {
  let count = 0;
  for (let afterId: string | null = '0'; afterId !== null;) {
    const { lastId, hits }: { lastId: string | null; hits: SearchRecord[] } = await target.run(
      controlCommands.reindex,
      { afterId },
    );
    onBatch(hits);
    count += hits.length;
    if (lastId !== null) console.log(`${count.toLocaleString('en')} products`);
    afterId = lastId;
  }
}
