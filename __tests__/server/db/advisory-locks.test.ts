import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADVISORY_LOCK_CLASSES, ADVISORY_LOCKS } from '@/server/db/advisory-locks';

it.each([
  ['locks', ADVISORY_LOCKS],
  ['lock classes', ADVISORY_LOCK_CLASSES],
])('no two advisory %s share a number', (_, register) => {
  const numbers = Object.values(register);
  expect(new Set<number>(numbers).size).toBe(numbers.length);
});

it('every advisory lock of the server takes its number from the register', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' });
  const calls = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('advisory-locks.ts'))
    .flatMap((file) => readFileSync(join('server', file), 'utf8').match(/pg_(?:try_)?advisory[^;]+/g) ?? []);

  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter((call) => !call.includes('ADVISORY_LOCK'))).toEqual([]);
});
