import * as z from 'zod';
import { buildProduct } from '../../setup/build';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import type { SignedInUser } from '../../setup/signed-in-user';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { signedInUser, buildModerator } = setUpModerationCalls(api);

/** The ids of a list, page by page. */
async function walk({ headers }: SignedInUser, path: string, key: string): Promise<string[][]> {
  const answer = z.looseObject({ nextCursor: z.nullable(z.string()) });
  const pages: string[][] = [];
  for (let after: string | null = ''; after !== null;) {
    const { body } = await api.request('GET', path + (after && `?after=${after}`), { headers });
    const page = answer.parse(body);
    pages.push(ids.parse(page[key]).map(({ id }) => id));
    after = page.nextCursor;
  }
  return pages;
}

const ids = z.array(z.object({ id: z.string() }));
const idsOf = ({ rows }: { rows: unknown[] }) => ids.parse(rows).map(({ id }) => id);

it('turns the pages of alternatives that wait, oldest first, and of those that a member has proposed, newest first', async () => {
  const [moderator, ada, bob] = [await buildModerator(), await signedInUser(), await signedInUser()];
  const subject = await buildProduct(api.db);
  const others: string[] = [];
  for (let count = 0; count < 62; count += 1) others.push((await buildProduct(api.db)).id);
  // Two have each instant.
  const inserted = idsOf(
    await api.pool.query(
      `INSERT INTO alternatives (product_id, alternative_id, proposer_id, status, created_at)
       SELECT $1, other, $2, 'pending', '2026-05-01'::timestamptz + (place + 1) / 2 * interval '1 minute'
       FROM unnest($3::bigint[]) WITH ORDINALITY AS others (other, place) ORDER BY place RETURNING product_id || '-' || alternative_id AS id`,
      [subject.id, ada.id, others],
    ),
  );

  const waiting = await walk(moderator, '/api/moderation/alternatives', 'proposals');
  expect(waiting.map(({ length }) => length)).toEqual([30, 30, 2]);
  expect(waiting.flat()).toEqual(inserted);
  expect((await walk(ada, '/api/user/private/alternatives', 'proposals')).flat()).toEqual(
    inserted.toReversed(),
  );
  expect(await walk(bob, '/api/user/private/alternatives', 'proposals')).toEqual([[]]);
});

const figures = {
  upvoteCount: 0,
  upvotePercent: 0,
  minutes: 0,
  networkCount: 0,
  networkMembersMax: 0,
  days: 0,
};

it('turns the pages of rings, newest first', async () => {
  const moderator = await buildModerator();
  const inserted = idsOf(
    await api.pool.query(
      `INSERT INTO vote_rings (found_at, seen_at, score, figures, product_ids)
       SELECT '2026-05-01'::timestamptz + (place + 1) / 2 * interval '1 minute', now(), 0.5, $1, '{}'
       FROM generate_series(1, 21) AS place RETURNING id::text AS id`,
      [JSON.stringify(figures)],
    ),
  );

  const pages = await walk(moderator, '/api/moderation/rings', 'rings');
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 1]);
  expect(pages.flat()).toEqual(inserted.toReversed());
});
