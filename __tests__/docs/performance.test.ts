import { readFile } from 'node:fs/promises';
import { listRegressions, readFigures } from '../bench/document';

const before = readFigures(`
## Responses

| what | requests/s | ratio, goal ≥ 0.9 | p50 / p99 ms |
|---|---:|---:|---|
| home | 18,595 | 1.16 | 1 / 5 |

## Blocks touched

| call | 1,000 | 1,000,000 |
|---|---:|---:|
| home | 137 | 373 |
| a job | 5 | – |
`);

it('the figures of a document are the numbers in its tables', () => {
  expect([...before]).toEqual([
    ['Responses / home / requests/s', 18_595],
    ['Responses / home / ratio, goal ≥ 0.9', 1.16],
    ['Responses / home / p50 / p99 ms', 1],
    ['Blocks touched / home / 1,000', 137],
    ['Blocks touched / home / 1,000,000', 373],
    ['Blocks touched / a job / 1,000', 5],
  ]);
});

it('a ratio that falls by more than a quarter is a regression; another figure is none', () => {
  const after = (ratio: number) =>
    new Map([
      ['Responses / home / ratio, goal ≥ 0.9', ratio],
      ['Responses / home / requests/s', 1],
      ['Responses / a new page / ratio, goal ≥ 0.9', 0],
    ]);
  expect(listRegressions(before, after(0.87))).toEqual([]);
  expect(listRegressions(before, after(0.86))).toEqual([
    'Responses / home / ratio, goal ≥ 0.9: 0.86 instead of 1.16',
  ]);
});

it('more than twice the blocks are a regression, unless they are few', () => {
  const after = (blocks: number, few: number) =>
    new Map([
      ['Blocks touched / home / 1,000,000', blocks],
      ['Blocks touched / a job / 1,000', few],
    ]);
  expect(listRegressions(before, after(746, 40))).toEqual([]);
  expect(listRegressions(before, after(747, 41))).toEqual([
    'Blocks touched / home / 1,000,000: 747 instead of 373',
    'Blocks touched / a job / 1,000: 41 instead of 5',
  ]);
});

it('the published document has the figures that later runs are compared with', async () => {
  const names = [...readFigures(await readFile('docs/performance.md', 'utf8')).keys()];
  expect(names).toEqual(
    expect.arrayContaining([
      'Responses / home / ratio, goal ≥ 0.9',
      'Responses / home / ratio per CPU second, goal ≥ 0.7',
      'Blocks touched / home / 20,000',
    ]),
  );
});
