import { MERGE_LIMITS } from '@/lib/contract/merge';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { announceChanges } from '@/server/commands/announce-changes';
import { describeQueueEntries } from '@/server/commands/decisions/queue-entry';
import { readLanguages } from '@/server/commands/products/read-languages';
import { rewriteStaleDocuments } from '@/server/commands/products/reindex-products';
import { unifyURLs } from '@/server/commands/products/unify-urls';
import { updateStaleTerms } from '@/server/commands/products/update-terms';
import { countGate } from '@/server/commands/submissions/gate-figures';
import { deleteUnannounced } from '@/server/queries/announcements';
import { deleteOldSuggestions } from '@/server/queries/edits/suggestions';
import { deleteExpiredAges } from '@/server/queries/products/gate';
import { deleteOldMerge } from '@/server/queries/products/product-merges';
import { deleteOldReports, forgetReportEmails } from '@/server/queries/products/reports';
import { deleteOldDecisions } from '@/server/queries/products/undoable-decisions';
import { deletePublicChanges } from '@/server/queries/public-changes';
import { placeDocuments, updateSearchLevels } from '@/server/queries/search/search-levels';
import { retryConflicts } from '@/server/queries/write-conflict';
import type { Job, SubjectJobs } from './job-runner';

const entriesPerBatch = 50;

/** Describes what older builds have added to the queue of the moderators. */
const describeQueueEachMinute: Job = {
  name: 'describe-queue',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    while (!signal.aborted && (await describeQueueEntries(deps, entriesPerBatch)) > 0);
  },
};

/** Counts what became of submissions, for the page of the rules. */
const countGateHourly: Job = {
  name: 'count-gate',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  run: countGate,
};

const publicChangesKeptMs = 10 * MINUTE_MS;

/** Deletes what the caches of all processes have learned long ago. */
const forgetPublicChanges: Job = {
  name: 'forget-public-changes',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  run: ({ db, now }) => deletePublicChanges(db, new Date(now().getTime() - publicChangesKeptMs)),
};

/** Keeps the levels of the search documents at their sizes. */
export const updateSearchLevelsRegularly: Job = {
  name: 'update-search-levels',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  async run({ db }, signal) {
    await updateSearchLevels(db);
    await placeDocuments(db, signal);
  },
};

const productsPerStep = 50;

/** Lets lists find products by the facets of the site file, after the file or the values of products have changed. */
export const updateTermsOfProducts: Job = {
  name: 'update-terms',
  everyMs: 5 * SECOND_MS,
  doneBy: 'each-process',
  async run(deps, signal) {
    const updateNext = () => retryConflicts(() => updateStaleTerms(deps, productsPerStep));
    while (!signal.aborted && (await updateNext()) > 0);
  },
};

/** Lets searches find products by what a migration has added. */
export const rewriteSearchAfterMigrations: Job = {
  name: 'rewrite-search',
  everyMs: MINUTE_MS,
  doneBy: 'each-process',
  run: rewriteStaleDocuments,
};

const urlsPerStep = 200;

/** Finds products in another spelling of their URL, also those that an earlier build has listed. */
export const unifyURLsOfProducts: Job = {
  name: 'unify-urls',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    while (!signal.aborted && (await unifyURLs(deps, urlsPerStep)) > 0);
  },
};

/** Few enough that other queries have their turn. */
const textsPerStep = 50;

/** Finds out in which languages new and changed texts are, for `lang`. */
export const readLanguagesOfTexts: Job = {
  name: 'read-languages',
  everyMs: 30 * SECOND_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    while (!signal.aborted && (await readLanguages(deps, textsPerStep)) > 0);
  },
};

/** Tells search engines and the hub of the feeds what has changed, if they are configured. */
export const announceChangesRegularly: Job = {
  name: 'announce-changes',
  everyMs: 30 * SECOND_MS,
  doneBy: 'one-process',
  run: announceChanges,
};

/** Longer than a decision can be undone. */
const undoableMs = HOUR_MS;

export const productJobs: SubjectJobs = {
  jobs: [
    ...[describeQueueEachMinute, countGateHourly, forgetPublicChanges],
    ...[updateSearchLevelsRegularly, updateTermsOfProducts, rewriteSearchAfterMigrations],
    ...[unifyURLsOfProducts, readLanguagesOfTexts, announceChangesRegularly],
  ],
  purge: [
    ({ db }) => deleteUnannounced(db),
    ({ db, now }) => deleteOldDecisions(db, new Date(now().getTime() - undoableMs)),
    ({ db, now }) => deleteExpiredAges(db, now()),
    ({ db }, daysAgo) => forgetReportEmails(db, daysAgo(RETENTION_DAYS.visitorReportEmails)),
    ({ db }, daysAgo) => deleteOldReports(db, daysAgo(RETENTION_DAYS.visitorReports)),
    ({ db }, daysAgo) => deleteOldSuggestions(db, daysAgo(RETENTION_DAYS.rejectedSuggestions)),
    async ({ db }, daysAgo, signal) => {
      while (!signal.aborted && (await deleteOldMerge(db, daysAgo(MERGE_LIMITS.undoDays))));
    },
  ],
};
