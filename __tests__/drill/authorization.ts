import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ACTORS } from '../setup/permission-entries';

const TEST = '__tests__/server/authorization.test.ts';

/**
 * Makes every call of the contract as every actor, on both databases. The test holds the table and derives what each actor
 * should get.
 *
 * @throws Error with the output of the test when an actor gets another status.
 */
export async function drillAuthorization(): Promise<string> {
  const { CALLS } = await import('@/lib/contract/calls');
  for (const database of [[], ['--postgres']]) {
    await promisify(execFile)('npm', ['run', '--silent', 'test:one', '--', TEST, ...database], {
      maxBuffer: 16 * 1024 * 1024,
    });
  }
  const count = Object.keys(ACTORS).length;
  return `${CALLS.length} calls × ${count} actors = ${CALLS.length * count} answers on each database, 0 surprises`;
}
