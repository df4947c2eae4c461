import { jest } from '@jest/globals';
import { ImportPace } from '@/server/commands/imports/import-pace';
import { setUpTestApp } from '../../../setup/test-app';

const api = setUpTestApp();
const URLS = 20;
const TOOK_MS = 20;

let nowMs = 0;
beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => nowMs));
afterEach(() => jest.restoreAllMocks());

/** Imports twenty URLs in 20 ms, after a wait. @returns how many URLs the next transaction gets. */
async function importAfter(pace: ImportPace, waitMs: number): Promise<number> {
  await pace.measure(
    {
      transaction(work, config) {
        nowMs += waitMs;
        return api.db.transaction(work, config);
      },
    },
    URLS,
    () => {
      nowMs += TOOK_MS;
      return Promise.resolve();
    },
  );
  return pace.urlsPerTurn;
}

it('shortens transactions after two waits within half a second, and not after one', async () => {
  const pace = new ImportPace();
  nowMs += 1_000;
  expect(await importAfter(pace, 0)).toBe(60);
  expect(await importAfter(pace, 2)).toBe(60);
  nowMs += 500;
  expect(await importAfter(pace, 2)).toBe(60);
  expect(await importAfter(pace, 2)).toBe(15);
  expect(await importAfter(pace, 0)).toBe(15);

  nowMs += 500;
  expect(await importAfter(pace, 0)).toBe(60);
});

it('keeps transactions between 5 and 100 URLs', async () => {
  const pace = new ImportPace();
  nowMs += 1_000;
  for (const [tookMs, urls] of [
    [2_000, 5],
    [1, 100],
  ] as const) {
    await pace.measure(api.db, URLS, () => {
      nowMs += tookMs;
      return Promise.resolve();
    });
    expect(pace.urlsPerTurn).toBe(urls);
  }
});
