import { Progress } from '@/server/cli/import-progress';

const counts = { added: 1_200, updated: 3, listed: 4, skipped: 0 };
const figures = '1,200 added, 3 updated, 4 already listed, 0 skipped';

function setUp(output: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  const clock = { nowMs: 1_000_000 };
  const progress = new Progress({ ...output, write: (text) => written.push(text) }, () => clock.nowMs);
  return { progress, written, clock };
}

it('writes a line at most every two seconds to a file', () => {
  const { progress, written, clock } = setUp({});
  progress.show(counts, 0.5);
  clock.nowMs += 1_999;
  progress.show(counts, 0.6);
  expect(written).toEqual([`50 %: ${figures}\n`]);

  clock.nowMs += 1;
  progress.show(counts, undefined);
  progress.clear();
  expect(written.slice(1)).toEqual([`${figures}\n`]);
});

it('redraws one line of a terminal at most every tenth of a second, and removes it', () => {
  const { progress, written, clock } = setUp({ isTTY: true, columns: 120 });
  progress.show(counts, 0.25);
  clock.nowMs += 99;
  progress.show(counts, 0.5);
  expect(written).toEqual([`\r\u001B[2K[${'█'.repeat(6)}${'░'.repeat(18)}] 25 %  ${figures}`]);

  clock.nowMs += 1;
  progress.show(counts, 1);
  progress.clear();
  progress.clear();
  expect(written.slice(1)).toEqual([`\r\u001B[2K[${'█'.repeat(24)}] 100 %  ${figures}`, '\r\u001B[2K']);
});

it('cuts the line at the width of the terminal', () => {
  const { progress, written } = setUp({ isTTY: true, columns: 21 });
  progress.show(counts, undefined);
  expect(written).toEqual([`\r\u001B[2K${figures.slice(0, 20)}`]);
});

it('shows at a terminal at once that the list is being read, and how much of it', () => {
  const { progress, written, clock } = setUp({ isTTY: true });
  progress.read(undefined);
  clock.nowMs += 50;
  progress.read(0.1);
  clock.nowMs += 50;
  progress.read(0.5);
  progress.clear();
  expect(written).toEqual([
    '\r\u001B[2KReading …',
    `\r\u001B[2K[${'█'.repeat(12)}${'░'.repeat(12)}] 50 %  Reading …`,
    '\r\u001B[2K',
  ]);
});

it('says in a file only of a long list that it is being read', () => {
  const { progress, written, clock } = setUp({});
  progress.read(0.1);
  clock.nowMs += 2_000;
  progress.read(0.5);
  progress.show(counts, 1);
  expect(written).toEqual(['50 %: Reading …\n']);
});
