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

it('finds names first, also with one typing mistake of any kind', async () => {
  const { rows } = await api.pool.query<{ name: string }>(
    "SELECT name FROM products WHERE status = 'approved' ORDER BY id",
  );
  const random = createRandom(1);
  const below = (count: number) => Math.floor(random() * count);
  const isFirst = async (query: string, name: string) => (await find(query))[0]?.title === name;
  const wrong: string[] = [];
  for (const { name } of rows) if (!(await isFirst(name, name))) wrong.push(name);
  expect(rows).toHaveLength(207);
  expect(wrong).toEqual([]);

  const notFirst: Record<string, string[]> = {};
  for (const [kind, make] of Object.entries(MISTAKES)) {
    const others: string[] = [];
    notFirst[kind] = others;
    for (const { name } of rows) {
      const at = 1 + below(Math.max(1, name.length - 2));
      const mistaken = make(name, at, LETTERS.charAt(below(LETTERS.length)));
      if (!(await isFirst(mistaken, name))) others.push(`${name}: ${mistaken}`);
    }
  }
  // What is typed for the others is another word ("Colors" for "Coolors"), or shorter than the words that search corrects.
  const firstMin = { swapped: 199, missing: 179, extra: 204, wrong: 192 };
  const areEnough = Object.entries(firstMin).map(
    ([kind, least]) => rows.length - (notFirst[kind]?.length ?? rows.length) >= least,
  );
  expect({ notFirst, areEnough }).toMatchObject({ areEnough: [true, true, true, true] });
});
