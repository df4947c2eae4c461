import { readdirSync, readFileSync } from 'node:fs';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { JOBS } from '@/server/jobs/jobs';

const FOLDER = 'server/jobs';
const files = readdirSync(FOLDER)
  .map((file) => ({
    file,
    names: [...readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(/^ {2}name: '(.+)',$/gm)],
  }))
  .filter(({ names }) => names.length > 0);

it.each(files)('every job of $file runs', ({ names }) => {
  const running = JOBS.map(({ name }) => name);
  expect(running).toEqual(expect.arrayContaining(names.map(([, name]) => name)));
});

it('runs each job at its interval, in each process or in one of them', () => {
  expect(JOBS.map(({ name, everyMs, doneBy }) => [name, everyMs, doneBy])).toEqual([
    ['process-images', 5_000, 'each-process'],
    ['send-mail', 5_000, 'each-process'],
    ['deliver-events', 5_000, 'each-process'],
    ['send-newsletter', 5_000, 'each-process'],
    ['run-imports', 5_000, 'each-process'],
    ['adopt-tasks', MINUTE_MS, 'one-process'],
    ['create-newsletter-issue', 10 * MINUTE_MS, 'one-process'],
    ['delete-unused-images', HOUR_MS, 'one-process'],
    ['fetch-site-icons', MINUTE_MS, 'one-process'],
    ['check-sites', MINUTE_MS, 'one-process'],
    ['recheck-claims', MINUTE_MS, 'one-process'],
    ['delete-accounts', HOUR_MS, 'one-process'],
    ['check-names', 10 * MINUTE_MS, 'one-process'],
    ['describe-queue', MINUTE_MS, 'one-process'],
    ['count-gate', HOUR_MS, 'one-process'],
    ['forget-public-changes', MINUTE_MS, 'one-process'],
    ['update-search-levels', 10 * MINUTE_MS, 'one-process'],
    ['update-terms', 5_000, 'each-process'],
    ['rewrite-search', MINUTE_MS, 'each-process'],
    ['unify-urls', 10 * MINUTE_MS, 'one-process'],
    ['read-languages', 30_000, 'one-process'],
    ['announce-changes', 30_000, 'one-process'],
    ['count-upvotes', MINUTE_MS, 'one-process'],
    ['count-recent-upvotes', HOUR_MS, 'one-process'],
    ['find-rings', 10 * MINUTE_MS, 'one-process'],
    ['write-vote-dump', MINUTE_MS, 'one-process'],
    ['curate-tags', 5_000, 'each-process'],
    ['propose-tag-merges', 10 * MINUTE_MS, 'one-process'],
    ['tell-staff', 30_000, 'one-process'],
    ['watch-disk', 5 * MINUTE_MS, 'each-process'],
    ['check-release', DAY_MS, 'one-process'],
    ['write-backup', 10 * MINUTE_MS, 'one-process'],
    ['note-image-store', 15_000, 'each-process'],
    ['purge-expired', HOUR_MS, 'one-process'],
  ]);
});
