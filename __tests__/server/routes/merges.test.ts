import { mergePreview } from '@/lib/contract/merge';
import { countRecentUpvotesHourly } from '@/server/jobs/ranking-jobs';
import { buildProduct } from '../../setup/build';
import { setUpMergeCalls, mergeOf } from '../../setup/merge-calls';
import { setUpModerationCalls } from '../../setup/moderation-calls';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpTestApp } from '../../setup/test-app';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { buildModerator, signedInUser, auditLog, ...calls } = setUpModerationCalls(api);
const { buildDuplicates, merge, undo, preview, react, pageOf, topOf, votesOf, everything } =
  setUpMergeCalls(api);

/** Returns the products whose counts differ from the rows. */
async function miscounted() {
  const { rows } = await api.pool.query<{ slug: string }>(`
    SELECT slug FROM products
    WHERE upvote_count <> (SELECT count(*) FROM upvotes WHERE product_id = id)
      OR weighing_upvote_count <> (SELECT count(*) FROM upvotes WHERE product_id = id AND is_weighing)
      OR bookmark_count <> (SELECT count(*) FROM bookmarks WHERE product_id = id)`);
  return rows;
}

it('merges 500 and 300 upvotes with 120 members in common into 680, and undoes it, with the right counts everywhere', async () => {
  const moderator = await buildModerator('mo');
  const { source, target } = await buildDuplicates();
  await buildProduct(api.db, { slug: 'between', upvoteCount: 400, rankingUpvoteCount: 400 });
  const { signal } = new AbortController();
  await countRecentUpvotesHourly.run(api.deps(), signal);
  const before = await everything();
  const daysBefore = await api.pool.query('SELECT day, tag_counts FROM upvote_days ORDER BY day');
  expect([await pageOf('figgle-beta'), await pageOf('figgle')]).toMatchObject([
    { slug: 'figgle-app', upvotes: 500 },
    { slug: 'figgle', upvotes: 300 },
  ]);
  expect(await topOf()).toEqual(['figgle-app', 'between', 'figgle']);
  expect(mergePreview.parse((await preview(moderator, source.id, target.id)).body)).toMatchObject({
    source: { slug: 'figgle-app' },
    target: { slug: 'figgle' },
    upvotes: { source: 500, target: 300, after: 680 },
    bookmarks: { after: 170 },
  });
  expect(await everything()).toEqual(before);

  const merged = await merge(moderator, source.id, target.id);

  expect(merged).toMatchObject({
    status: 200,
    body: {
      merge: {
        sourceUpvoteCount: 500,
        targetUpvoteCount: 300,
        moderatorHandle: 'mo',
        target: { upvoteCount: 680 },
      },
    },
  });
  for (const slug of ['figgle-app', 'figgle-beta', 'figgle'])
    expect(await pageOf(slug)).toEqual({ slug: 'figgle', upvotes: 680, bookmarks: 170 });
  expect(await topOf()).toEqual(['figgle', 'between']);
  expect(await votesOf()).toEqual({ figgle: 680, between: 0 });
  expect(await calls.searchIds('figgle')).toEqual([target.id]);
  expect(await calls.tagCounts()).toEqual({ design: 1, old: 0 });
  // The earlier of both dates: of member 381, the days 20 + 381 % 7 and 20 + 381 % 5.
  const dates = await api.pool.query(
    `SELECT upvotes.created_at FROM upvotes JOIN users ON users.id = user_id WHERE handle = 'voter-381'`,
  );
  expect(dates.rows).toEqual([{ created_at: new Date('2026-05-21T00:00:00Z') }]);
  await countRecentUpvotesHourly.run(api.deps(), signal);
  const { rows: sums } = await api.pool.query(
    'SELECT slug, recent_upvote_count AS total FROM tags ORDER BY slug',
  );
  expect(sums).toEqual([
    { slug: 'design', total: 680 },
    { slug: 'old', total: 0 },
  ]);
  expect((await merge(moderator, source.id, target.id)).status).toBe(409);

  expect((await undo(moderator, mergeOf(merged).id)).status).toBe(200);

  expect([await pageOf('figgle-beta'), await pageOf('figgle')]).toMatchObject([
    { slug: 'figgle-app', upvotes: 500 },
    { slug: 'figgle', upvotes: 300 },
  ]);
  await countRecentUpvotesHourly.run(api.deps(), signal);
  expect(await everything()).toEqual(before);
  expect((await api.pool.query('SELECT day, tag_counts FROM upvote_days ORDER BY day')).rows).toEqual(
    daysBefore.rows,
  );
  expect(await votesOf()).toEqual({ 'figgle-app': 500, figgle: 300, between: 0 });
  expect(await topOf()).toEqual(['figgle-app', 'between', 'figgle']);
  expect((await calls.searchIds('figgle')).sort()).toEqual([source.id, target.id].sort());
  expect(await auditLog()).toMatchObject([
    {
      action: 'product.merge',
      actorHandle: 'mo',
      subjectId: target.id,
      details: { duplicateSlug: 'figgle-app' },
    },
    { action: 'product.unmerge', actorHandle: 'mo', subjectId: target.id },
  ]);
  expect((await undo(moderator, mergeOf(merged).id)).status).toBe(404);
});

it('leaves with the target what members did since, and gives nothing back that its member has taken back', async () => {
  const moderator = await buildModerator();
  const { source, target, voter } = await buildDuplicates();
  const newcomer = await signedInUser();
  const { id } = mergeOf(await merge(moderator, source.id, target.id));

  // Member 4 has upvoted the source alone, 400 both, 600 the target alone.
  for (const number of [4, 400, 600]) {
    expect((await react('DELETE', 'upvotes', await voter(number), target.id)).status).toBe(200);
    await react('DELETE', 'bookmarks', await voter(number), target.id);
  }
  await react('DELETE', 'upvotes', await voter(8), target.id);
  await react('PUT', 'upvotes', await voter(8), target.id);
  await react('PUT', 'upvotes', newcomer, target.id);
  await react('PUT', 'bookmarks', newcomer, target.id);
  expect((await react('PUT', 'upvotes', newcomer, source.id)).status).toBe(404);
  expect(await pageOf('figgle')).toMatchObject({ upvotes: 678 });

  await undo(moderator, id);

  expect(await pageOf('figgle-app')).toMatchObject({ upvotes: 498 });
  expect(await pageOf('figgle')).toMatchObject({ upvotes: 299 });
  expect(await miscounted()).toEqual([]);
  const { rows: own } = await api.pool.query(`
    SELECT product_id, upvotes.created_at FROM upvotes JOIN users ON users.id = user_id WHERE handle IN ('voter-4', 'voter-8', 'voter-400')`);
  expect(own).toEqual([{ product_id: source.id, created_at: new Date('2026-05-21T00:00:00Z') }]);
});

it('loses no upvote and counts none twice while products are merged and the merge is undone', async () => {
  const moderator = await buildModerator();
  const { source, target, voter } = await buildDuplicates();
  const voters = await Promise.all([1, 2, 3, 4, 390, 391, 600, 601].map(voter));
  const newcomers = await Promise.all(Array.from({ length: 8 }, () => signedInUser()));

  for (let round = 0; round < 4; round += 1) {
    const [merged, ...answers] = await Promise.all([
      merge(moderator, source.id, target.id),
      ...newcomers.map((each, index) => react('PUT', 'upvotes', each, [source, target][index % 2]?.id ?? '')),
      ...newcomers.map((each, index) =>
        react('PUT', 'bookmarks', each, [source, target][index % 2]?.id ?? ''),
      ),
      ...voters.map((each) => react(round % 2 === 0 ? 'DELETE' : 'PUT', 'upvotes', each, target.id)),
    ]);
    expect(merged.status).toBe(200);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect(await miscounted()).toEqual([]);
    const { rows } = await api.pool.query(
      'SELECT FROM upvotes WHERE product_id = $1 UNION ALL SELECT FROM bookmarks WHERE product_id = $1',
      [source.id],
    );
    expect(rows).toEqual([]);
    // Each upvote that was answered with success is counted, on the source or on the target.
    const given = newcomers.filter((_, index) => statuses[index] === 200).map(({ id }) => id);
    const { rows: stored } = await api.pool.query('SELECT FROM upvotes WHERE user_id = ANY($1::bigint[])', [
      given,
    ]);
    expect(stored).toHaveLength(given.length);

    const [undone] = await Promise.all([
      undo(moderator, mergeOf(merged).id),
      ...newcomers.map((each) => react('DELETE', 'upvotes', each, target.id)),
      ...voters.map((each) => react('PUT', 'upvotes', each, target.id)),
    ]);
    expect(undone.status).toBe(200);
    expect(await miscounted()).toEqual([]);
  }
});
