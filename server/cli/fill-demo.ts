import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importProducts } from '@/server/commands/import-products';
import type { Deps } from '@/server/deps';
import {
  hasProducts,
  insertDemoMembers,
  listProductIds,
  lockDemo,
  updateApprovedAt,
} from '@/server/queries/demo';
import { refreshSearchDocuments } from '@/server/queries/search-documents';
import { insertUpvotes, updateUpvoteCounts } from '@/server/queries/upvotes';
import { readImport } from '@/server/services/import-formats/read-import';
import { DEMO_MEMBERS } from '@/server/services/demo-members';
import { ImportRun } from './import-run';

const hourMs = 60 * 60 * 1000;
/** Demo members are older than the 24 hours from which votes weigh. */
const memberAgeHours = 90 * 24;
const oldestProductHours = 45 * 24;

/**
 * Fills an empty database with the demo: real tools through the import, members of its own, and a row for each
 * of their votes. One transaction, so that a start that is cut off leaves nothing half filled.
 *
 * @returns how many products there are now; 0 when the database was not empty.
 */
export async function fillDemo({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return db.transaction(async (tx) => {
    await lockDemo(tx);
    if (await hasProducts(tx)) return 0;
    await importTools({ db: tx, now });
    const startedAt = now();
    const productIds = await listProductIds(tx);
    const memberIds = await insertDemoMembers(
      tx,
      DEMO_MEMBERS.map((member) => ({ ...member, createdAt: hoursBefore(startedAt, memberAgeHours) })),
    );
    const approvals = productIds.map((id) => ({ id, approvedAt: hoursBefore(startedAt, ageHours(id)) }));
    await updateApprovedAt(tx, approvals);
    const votes = approvals.flatMap(({ id, approvedAt }) =>
      memberIds
        .filter((memberId) => hasVoted(memberId, id))
        .map((memberId) => ({ productId: id, userId: memberId, createdAt: approvedAt, isWeighing: true })),
    );
    await insertUpvotes(tx, votes);
    await updateUpvoteCounts(tx, productIds);
    // The search copies what ranks a product when it is written.
    await refreshSearchDocuments(tx, productIds);
    return productIds.length;
  });
}

async function importTools(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const file = createReadStream(fileURLToPath(new URL('./demo-tools.csv', import.meta.url)), 'utf8');
  const importBatch: ConstructorParameters<typeof ImportRun>[0]['importBatch'] = (drafts) =>
    importProducts(deps, drafts, { isDryRun: false });
  const run = new ImportRun({ importBatch }, () => {});
  await run.importAll(readImport('csv', file), () => false);
  const [first] = run.skipped;
  if (first) throw new Error(`Line ${first.line} of the demo's tools was skipped: ${first.reason}`);
}

const hoursBefore = (instant: Date, hours: number) => new Date(instant.getTime() - hours * hourMs);

/** A number from 0 to 1 that is always the same for the same words. */
function fractionOf(...words: string[]): number {
  return createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;
}

/** Most products are weeks old, a few were approved today: the square root of chance, so to speak. */
const ageHours = (productId: string) => 0.5 + fractionOf('age', productId) ** 2 * oldestProductHours;

/** Some products please many members, most please few. */
const hasVoted = (memberId: string, productId: string) =>
  fractionOf('vote', memberId, productId) < fractionOf('appeal', productId) ** 3 * 0.9;
