import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { noRateLimits } from '../../setup/no-rate-limits';
import { type ProductServerProcess, spawnProductServer } from '../../setup/product-servers';
import { setUpSuggestionCalls } from '../../setup/suggestion-calls';
import { setUpTestApp, testSessionKey } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const calls = setUpSuggestionCalls(api);
const dataDir = mkdtempSync(join(tmpdir(), 'agreements-test-'));
const roundCount = 8;
const answer = z.object({
  isError: z.boolean(),
  isAccepted: z.optional(z.boolean()),
  message: z.optional(z.string()),
});
let servers: ProductServerProcess[] = [];

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(dataDir, { recursive: true, force: true });
});

it('applies each suggestion once when three members agree at the same time on two processes', async () => {
  const { rows: databases } = await api.db.execute<{ name: string }>(sql`SELECT current_database() AS name`);
  const databaseURL = new URL(process.env.TEST_DATABASE_URL ?? '');
  databaseURL.pathname = databases[0]?.name ?? '';
  servers = await Promise.all(
    [1, 2].map(() =>
      spawnProductServer({
        ...{ APP_ENV: 'development', DATABASE_URL: databaseURL.href, DATA_DIR: dataDir },
        ...{ SESSION_KEYS: testSessionKey, TRUSTED_PROXY_HOPS: '1' },
      }),
    ),
  );
  // The servers use the real clock, by which other sessions have ended.
  api.clock.now = new Date();
  const members = [await calls.buildTrusted(), await calls.buildTrusted(), await calls.buildTrusted()];
  const author = await calls.signedInUser();
  const suggestionIds: string[] = [];
  for (let round = 0; round < roundCount; round += 1) {
    const { id } = await calls.createSubmission(author, {
      ...{ url: `https://round-${round}.example/`, name: `Round ${round}` },
    });
    await calls.approve((await calls.buildModerator()).headers, id);
    const suggester = await calls.signedInUser();
    suggestionIds.push(
      await calls.suggestedId(suggester, id, { tagline: `Said by three in round ${round}` }),
    );
  }

  const answers: z.infer<typeof answer>[] = [];
  for (const suggestionId of suggestionIds) {
    // Each member sends the agreement to both processes.
    const sent = members.flatMap(({ headers }) =>
      servers.map(async ({ url }) => {
        const path = `${url}/user/private/suggestions/${suggestionId}/agreement`;
        return answer.parse(await (await fetch(path, { method: 'PUT', headers })).json());
      }),
    );
    answers.push(...(await Promise.all(sent)));
  }

  expect(answers.filter(({ isAccepted }) => isAccepted)).toHaveLength(roundCount);
  const refusals = answers.filter(({ isError }) => isError).map(({ message }) => message);
  expect(new Set(refusals)).toEqual(new Set(['This suggestion was already accepted.']));
  const { rows } = await api.db.execute(sql`
    SELECT count(*)::integer AS applied,
      (SELECT count(*)::integer FROM audit_entries WHERE action = 'suggestion.agree') AS logged,
      (SELECT count(*)::integer FROM suggestions WHERE status = 'accepted') AS accepted,
      (SELECT count(*)::integer FROM product_versions) AS versions
    FROM products WHERE tagline LIKE 'Said by three in round %'`);
  expect(rows).toEqual([
    { applied: roundCount, logged: roundCount, accepted: roundCount, versions: 2 * roundCount },
  ]);
});
