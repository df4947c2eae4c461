import { countBlocks } from '@/__tests__/setup/count-blocks';
import { exportCalls, jobCalls, memberCalls, publicCalls } from '@/__tests__/setup/measured-calls';
import { insertSkewedRows } from '@/__tests__/setup/skewed-rows';
import { setUpTestDatabase } from '@/__tests__/setup/test-database';

const database = setUpTestDatabase({ fill: (db) => insertSkewedRows(db, 20_000) });

/** `npm run bench -- blocks` measures the same calls with up to a million products. */
describe.each([
  ['the public call', publicCalls],
  ['the call of a member', memberCalls],
  ['the job', jobCalls],
  ['the export', exportCalls],
])('%s touches a bounded number of blocks:', (_, calls) => {
  it.each(calls)('%s', async (_, call, blocksMax) => {
    const blocks = await countBlocks(database.db, call);
    expect(blocks).toBeLessThanOrEqual(blocksMax);
    // A call that touches nothing has found no table.
    expect(blocks).toBeGreaterThan(0);
  });
});
