import { drizzle } from 'drizzle-orm/node-postgres';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { upsertTags } from '@/server/queries/tags/tag-names';
import { deleteUnusedTags } from '@/server/queries/tags/unused-tags';
import { noRateLimits } from '../../setup/no-rate-limits';
import { setUpSubmissionCalls } from '../../setup/submission-calls';
import { setUpTestApp } from '../../setup/test-app';
import { until } from '../../setup/until';

const api = setUpTestApp({}, { rateLimits: noRateLimits });
const { signedInUser, submit } = setUpSubmissionCalls(api);

const rowsOf = async (query: string) => (await api.pool.query<Record<string, unknown>>(query)).rows;
const due = () => ({ now: new Date(), notedBefore: new Date(Date.now() + DAY_MS), limit: 10 });

beforeEach(async () => {
  await rowsOf(`INSERT INTO tags (slug, name) VALUES ('design', 'design'), ('drawing', 'drawing')`);
});

it('leaves a tag alone that a submission gets at the same moment, and looks at it again later', async () => {
  const submission = await api.pool.connect();
  await submission.query('BEGIN');
  await upsertTags(drizzle({ client: submission }), new Map([['design', 'Design']]));
  const later = new Date(Date.now() + HOUR_MS);
  await api.db.transaction((tx) => deleteUnusedTags(tx, { ...due(), now: later }));
  await submission.query('COMMIT');
  submission.release();
  expect(await rowsOf('SELECT slug FROM tags')).toEqual([{ slug: 'design' }]);
  expect(await rowsOf('SELECT noted_at > now() AS "isLater" FROM unused_tags')).toEqual([{ isLater: true }]);
});

it('gives a submission the tag anew that was deleted while the submission waited for it', async () => {
  const sol = await signedInUser();
  const job = await api.pool.connect();
  await job.query('BEGIN');
  await deleteUnusedTags(drizzle({ client: job }), due());
  const submitted = submit(sol, { tags: ['Design', 'Drawing'] });
  await until(async () => {
    const waiting = await rowsOf(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return waiting.length > 0;
  });
  await job.query('COMMIT');
  job.release();
  expect((await submitted).status).toBe(201);
  expect(await rowsOf('SELECT slug FROM tags JOIN product_tags ON tag_id = id ORDER BY position')).toEqual([
    { slug: 'design' },
    { slug: 'drawing' },
  ]);
});
