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

it('finds names first, also with a typing mistake', async () => {
  const { rows } = await api.pool.query<{ name: string }>(
    "SELECT name FROM products WHERE status = 'approved' ORDER BY id",
  );
  const random = createRandom(1);
  const isFirst = async (query: string, name: string) => (await find(query))[0]?.title === name;
  const wrong: string[] = [];
  const wrongWithMistake: string[] = [];
  for (const { name } of rows) {
    if (!(await isFirst(name, name))) wrong.push(name);
    if (name.length < 5) continue;
    const at = 1 + Math.floor(random() * (name.length - 2));
    const mistaken = name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2);
    if (!(await isFirst(mistaken, name))) wrongWithMistake.push(mistaken);
  }
  expect(rows).toHaveLength(207);
  expect({ wrong, wrongWithMistake }).toEqual({ wrong: [], wrongWithMistake: [] });
});
