import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OwnerError } from '@/server/base/errors';
import { quantile, requireMeasured } from '../setup/measured';

it('fails a drill that has measured nothing, instead of comparing NaN with a limit', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([3, 1, 2], 1)).toBe(3);
  expect(requireMeasured('12')).toBe(12);
  const nothing = new OwnerError('Nothing was measured, so there is no figure to judge.');
  for (const measure of [
    () => quantile([], 0.99),
    () => requireMeasured(undefined),
    () => requireMeasured(''),
  ])
    expect(measure).toThrow(nothing);
});

it('keeps NaN out of drills and benches', () => {
  const files = ['__tests__/drill', '__tests__/bench'].flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  );
  expect(files.filter((file) => /\?\? NaN/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it('refuses a drill that it does not know, and lists those that it knows', () => {
  const program = ['--import', 'tsx', '__tests__/drill/run.ts', 'first-start', 'outage'];
  const { status, stderr, stdout } = spawnSync(process.execPath, program, {
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });

  expect(stdout).toBe('');
  expect(stderr).toMatch(/^There is no drill named first-start\. Choose from first-starts, .*outage/);
  expect(status).toBe(1);
});
