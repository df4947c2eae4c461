import * as z from 'zod/mini';
import { addSynonymRuleCall, listSynonymRulesCall, SYNONYM_LIMITS } from '@/lib/contract/synonym-rule';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { setUpTagCalls, withoutLimits } from '../../setup/tag-calls';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp({}, withoutLimits);
const { signInModerator, rowsOf } = setUpTagCalls(api);
const { auditLog } = setUpModerationCalls(api);
const path = '/api/moderation/synonym-rules';

type Headers = Record<string, string>;
const add = (headers: Headers, words: string, meaning: string, isTwoWay = false) =>
  api.request('POST', path, { headers, body: { words, meaning, isTwoWay } });
const list = async (headers: Headers) =>
  listSynonymRulesCall.answer.parse((await api.request('GET', path, { headers })).body);

const answer = z.object({ hits: z.array(z.object({ title: z.string() })) });
async function find(query: string, params: object = {}): Promise<string[]> {
  const { body } = await api.request('POST', '/1/indexes/tool-fyi/query', { body: { query, ...params } });
  return answer.parse(body).hits.map(({ title }) => title);
}

it('has searches find what moderators say that words mean, one way or both, in every search', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { name: 'Pixels', tagline: 'An image editor', upvoteCount: 9 });
  await buildProduct(api.db, { name: 'Sharp', tagline: 'Photo tricks for each editor' });
  await buildProduct(api.db, { name: 'Blink', tagline: 'A car rental' });
  expect(await find('photo editor')).toEqual(['Sharp']);

  const added = await add(headers, ' Photo  Editor', 'image editor');
  expect((await add(headers, 'automobile', 'car', true)).status).toBe(200);

  const { id } = addSynonymRuleCall.answer.parse(added.body);
  expect(await find('photo editor')).toEqual(['Sharp', 'Pixels']);
  expect(await find('image editor')).toEqual(['Pixels']);
  expect(await find('cheap photo editors', { fillPageWithSomeWords: true })).toEqual(['Pixels', 'Sharp']);
  expect(await find('automobile rental')).toEqual(['Blink']);

  await api.request('DELETE', `${path}/${id}`, { headers });
  expect(await find('photo editor')).toEqual(['Sharp']);
  expect((await api.request('DELETE', `${path}/${id}`, { headers })).status).toBe(404);
  expect((await list(headers)).rules).toMatchObject([
    { words: 'automobile', meaning: 'car', isTwoWay: true },
  ]);
  expect((await auditLog()).map(({ action, details }) => [action, details])).toEqual([
    ['synonym.add', { words: 'photo editor', meaning: 'image editor' }],
    ['synonym.add', { words: 'automobile', meaning: 'car' }],
    ['synonym.remove', { words: 'photo editor', meaning: 'image editor' }],
  ]);
});

it('refuses a rule that is empty, long, the same on both sides, there already, or one too many', async () => {
  const headers = await signInModerator();
  const statuses: number[] = [];
  for (const [words, meaning] of [
    ...([
      ['', 'a'],
      ['+', 'a'],
      ['a', 'a'],
      ['one two three four five', 'a'],
    ] as const),
    ...([
      ['a', 'x'.repeat(SYNONYM_LIMITS.charsMax + 1)],
      ['b', 'c'],
      ['B', 'c '],
    ] as const),
  ])
    statuses.push((await add(headers, words, meaning)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 200, 409]);
  expect([await add(headers, '+', 'a'), await add(headers, 'a', 'one two three four five')]).toMatchObject([
    { body: { message: 'Use letters or digits.', fields: { words: 'Use letters or digits.' } } },
    { body: { message: `Use at most ${SYNONYM_LIMITS.wordsMax} words.` } },
  ]);

  await api.pool.query(
    `INSERT INTO synonym_rules (words, meaning, is_two_way, created_at)
     SELECT 'word ' || number, 'meaning', false, now() FROM generate_series(2, $1) AS number`,
    [SYNONYM_LIMITS.rulesMax],
  );
  expect((await add(headers, 'one', 'too many')).status).toBe(409);
  expect(await rowsOf(`SELECT count(*)::int FROM synonym_rules`)).toEqual([
    { count: SYNONYM_LIMITS.rulesMax },
  ]);
  const first = await list(headers);
  expect(first.rules).toHaveLength(SYNONYM_LIMITS.pageSize);
  expect(first.nextCursor).not.toBeNull();
});

it('proposes words that searches missed, whole words alone, for 30 days, and none that products or rules have', async () => {
  const headers = await signInModerator();
  await buildProduct(api.db, { name: 'Blink', tagline: 'A car rental' });
  for (const query of ['xyl', 'xylop', 'xylophone', 'xylophone x', 'y xylophone', 'mo@x.example', 'a1b2c3'])
    await find(query);
  for (let count = 0; count < SYNONYM_LIMITS.missedSearchesMin; count += 1)
    await find('automobile', { page: count });
  const { missed } = api.deps().vocabulary;

  await missed.write(api.db, testNow);

  const { missedWords } = await list(headers);
  expect(missedWords).toEqual([
    { word: 'automobile', searchCount: 3 },
    { word: 'xylophone', searchCount: 3 },
  ]);
  expect(await rowsOf('SELECT word FROM missed_words ORDER BY word')).toEqual(
    ['automobile', 'example', 'xylophone'].map((word) => ({ word })),
  );
  await add(headers, 'automobile', 'car');
  expect((await list(headers)).missedWords).toEqual([{ word: 'xylophone', searchCount: 3 }]);

  await api.pool.query('UPDATE missed_words SET day = $1', [
    new Date(testNow.getTime() - (SYNONYM_LIMITS.missedDays + 1) * DAY_MS),
  ]);
  await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
  expect(await rowsOf('SELECT FROM missed_words')).toEqual([]);
});
