import { DAY_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { formatVotesRecord } from '@/server/presenters/open-data';
import {
  addVoteDumpPart,
  beginVoteDump,
  deleteVoteDumps,
  finishVoteDump,
  listVoteCounts,
} from '@/server/queries/products/votes';

/** How many days can be downloaded, today included. */
export const VOTE_DUMP_DAYS = 7;

const productsPerPart = 200;

/** Adds the next products to the dump of today, in UTC. @returns whether there is more to do. */
export async function writeVoteDump({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  const day = dayOf(now());
  const dump = await beginVoteDump(db, day);
  if (!dump) return false;

  const afterId = dump.lastProductId;
  const rows = await listVoteCounts(db, { afterId, limit: productsPerPart });
  const lastId = rows.at(-1)?.id;
  if (lastId !== undefined) {
    const records = rows.map((row) => ({ id: row.id, line: formatVotesRecord(row) }));
    return addVoteDumpPart(db, { day, afterId, lastId, records });
  }
  await finishVoteDump(db, { day, lastProductId: afterId, now: now() });
  await deleteVoteDumps(db, dayOf(new Date(now().getTime() - (VOTE_DUMP_DAYS - 1) * DAY_MS)));
  return false;
}

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
