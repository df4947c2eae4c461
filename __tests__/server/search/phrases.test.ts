import * as z from 'zod/mini';
import phrases from '@/__tests__/fixtures/search/phrases.json';
import { setUpTestApp, testNow } from '@/__tests__/setup/test-app';
import { createRandom } from '@/__tests__/bench/search-records';
import { fillDemo } from '@/server/cli/fill-demo';
import { readEnv } from '@/server/config/env';
import { createTextWorkers } from '@/server/workers/text-workers';
import { noRateLimits } from '@/__tests__/setup/no-rate-limits';

const api = setUpTestApp(
  {},
  { rateLimits: noRateLimits },
  {
    async fill(db) {
      const textWorkers = createTextWorkers();
      const env = readEnv({ APP_ENV: 'demo', LOG_LEVEL: 'silent' });
      await fillDemo({ db, env, now: () => testNow, textWorkers });
      await textWorkers.close();
    },
  },
);

const answer = z.object({
  hits: z.array(z.object({ title: z.string(), _missingWords: z.optional(z.array(z.string())) })),
});

/** Searches as the modal, the page and the tool of agents do. */
async function find(query: string) {
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', {
    body: { query, hitsPerPage: 20, fillPageWithSomeWords: true },
  });
  return answer.parse(body).hits;
}

const FIRST = 5;

/** How many have a right answer in the first hits. For some of the others, one has to know that a "padlock" is about encryption. */
it.each([
  ['shared', phrases.shared, 12, 12],
  ['own', phrases.own, 40, 33],
] as const)(
  'answers everyday phrases, which people wrote who had not seen the code: %s',
  async (_, asked, count, rightMin) => {
    const wrong: string[] = [];
    for (const { query, anyOf } of asked) {
      const titles = (await find(query)).map(({ title }) => title);
      expect(titles).not.toEqual([]);
      if (!titles.slice(0, FIRST).some((title) => anyOf.includes(title))) wrong.push(query);
    }
    expect(asked).toHaveLength(count);
    expect({ wrong, isEnough: count - wrong.length >= rightMin }).toMatchObject({ isEnough: true });
  },
);

/** One typing mistake at a place within a name. */
const MISTAKES = {
  swapped: (name: string, at: number) =>
    name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2),
  missing: (name: string, at: number) => name.slice(0, at) + name.slice(at + 1),
  extra: (name: string, at: number, letter: string) => name.slice(0, at) + letter + name.slice(at),
  wrong: (name: string, at: number, letter: string) => name.slice(0, at) + letter + name.slice(at + 1),
};
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** How many of 207 names are first. What is typed for most others is too short for a correction, or another word: "Colors" for "Coolors". */
it.each([
  ['as they are', (name: string) => name, 207],
  ['with two letters swapped', MISTAKES.swapped, 199],
  ['with a letter missing', MISTAKES.missing, 180],
  ['with a letter more', MISTAKES.extra, 201],
  ['with a wrong letter', MISTAKES.wrong, 193],
] as const)('finds names first %s', async (_, make, firstMin) => {
  const { rows } = await api.pool.query<{ name: string }>(
    "SELECT name FROM products WHERE status = 'approved' ORDER BY id",
  );
  expect(rows).toHaveLength(207);
  const random = createRandom(1);
  const below = (count: number) => Math.floor(random() * count);
  const notFirst: string[] = [];
  for (const { name } of rows) {
    const at = 1 + below(Math.max(1, name.length - 2));
    const typed = make(name, at, LETTERS.charAt(below(LETTERS.length)));
    if ((await find(typed))[0]?.title !== name) notFirst.push(`${name}: ${typed}`);
  }
  expect({ notFirst, isEnough: rows.length - notFirst.length >= firstMin }).toMatchObject({ isEnough: true });
});
