import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/contract/plain/durations';
import { announceChanges } from '@/server/commands/announce-changes';
import { deleteDueAccounts } from '@/server/commands/account/delete-account';
import { checkNextIcon } from '@/server/commands/images/check-site-icon';
import { deleteUnusedImages } from '@/server/commands/images/delete-unused-images';
import { imageTasks } from '@/server/commands/images/process-image';
import { importTasks } from '@/server/commands/imports/run-imports';
import { describeQueueEntries } from '@/server/commands/decisions/queue-entry';
import { countGate } from '@/server/commands/submissions/check-rules';
import { checkNextSite } from '@/server/commands/sites/check-site';
import { updateStaleTerms } from '@/server/commands/products/update-terms';
import { createIssue, isIssueDue } from '@/server/commands/newsletter/issue';
import { issueTasks } from '@/server/commands/newsletter/send-issue';
import { emailTasks } from '@/server/commands/send-mail';
import { eventTasks } from '@/server/commands/webhooks/deliver-event';
import { runTasks, type TaskKind } from '@/server/commands/tasks';
import { adoptTasks } from '@/server/queries/former-queues';
import { deletePublicChanges } from '@/server/queries/public-changes';
import { placeDocuments, updateSearchLevels } from '@/server/queries/search/search-levels';
import { retryConflicts } from '@/server/queries/write-conflict';
import type { Job } from './job-runner';
import { checkNamesOfMembers } from './name-jobs';
import { purgeExpiredHourly } from './purge-expired';
import { recheckClaims } from './recheck-claims';
import {
  countRecentUpvotesHourly,
  countUpvotesEachMinute,
  findRingsRegularly,
  writeVoteDumpDaily,
} from './ranking-jobs';
import { writeScheduledBackup } from './scheduled-backup';
import { curateTags, proposeTagMerges } from './tag-jobs';

/** Runs the tasks of a kind. An act in this process wakes the job. */
const taskJob = <Payload>(kind: TaskKind<Payload>): Job => ({
  name: kind.job,
  everyMs: 5 * SECOND_MS,
  doneBy: 'each-process',
  run: (deps, signal) => runTasks(kind, deps, signal),
});

export const processImages = taskJob(imageTasks);
export const sendMail = taskJob(emailTasks);
export const deliverEvents = taskJob(eventTasks);
export const sendNewsletter = taskJob(issueTasks);
export const runImports = taskJob(importTasks);

/** Moves what builds before the tasks have queued, and still do while such a process runs. */
export const adoptTasksRegularly: Job = {
  name: 'adopt-tasks',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run({ db, now }, signal) {
    while (!signal.aborted && (await adoptTasks(db, now())) > 0);
  },
};

/** Creates the issue of the week on its day, on a site that sends emails. */
export const createIssueWeekly: Job = {
  name: 'create-newsletter-issue',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  async run(deps) {
    const { smtp, newsletter } = deps.env;
    if (!newsletter.isOffered || !smtp || !isIssueDue(deps.now(), newsletter.dayOfWeek)) return;
    if ((await createIssue(deps)) === 'queued') deps.logger.info('The newsletter of the week is being sent.');
  },
};

/** The longest duration of a run. It ends before the next run starts, possibly in another process. */
const visitsMs = 45 * SECOND_MS;

/** Reads the icons of listed sites, one site at a time. Off where the site's owner says so. */
export const fetchSiteIcons: Job = {
  name: 'fetch-site-icons',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    if (!deps.env.fetchesSiteIcons) return;
    const endAt = deps.now().getTime() + visitsMs;
    while (!signal.aborted && deps.now().getTime() < endAt && (await checkNextIcon(deps, signal)));
  },
};

/** One slow site delays no other, and a large directory is visited within a week. */
const siteChecksAtOnce = 8;

/** Visits the sites of listed products. Off where the site's owner says so. */
export const checkSites: Job = {
  name: 'check-sites',
  everyMs: MINUTE_MS,
  doneBy: 'one-process',
  async run(deps, signal) {
    if (!deps.env.checksSites) return;
    const endAt = deps.now().getTime() + visitsMs;
    const checkOnes = async () => {
      while (!signal.aborted && deps.now().getTime() < endAt && (await checkNextSite(deps, signal)));
    };
    await Promise.all(Array.from({ length: siteChecksAtOnce }, checkOnes));
  },
};

const deleteUnusedImagesHourly: Job = {
  name: 'delete-unused-images',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  run: deleteUnusedImages,
};

/** Deletes the accounts whose 14 days of grace are over. */
export const deleteAccountsHourly: Job = {
  name: 'delete-accounts',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  async run(deps) {
    const count = await deleteDueAccounts(deps);
    if (count > 0) deps.logger.info({ count }, 'Accounts deleted.');
  },
};

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

/** Writes a backup when one is due. Off without `BACKUP_DIR`. */
const writeBackups: Job = {
  name: 'write-backup',
  everyMs: 10 * MINUTE_MS,
  doneBy: 'one-process',
  run: writeScheduledBackup,
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

/** Tells search engines and the hub of the feeds what has changed, if they are configured. */
export const announceChangesRegularly: Job = {
  name: 'announce-changes',
  everyMs: 30 * SECOND_MS,
  doneBy: 'one-process',
  run: announceChanges,
};

/** What every process of the product server does besides answering requests. */
export const JOBS: readonly Job[] = [
  adoptTasksRegularly,
  processImages,
  sendMail,
  deliverEvents,
  createIssueWeekly,
  sendNewsletter,
  fetchSiteIcons,
  checkSites,
  recheckClaims,
  deleteUnusedImagesHourly,
  deleteAccountsHourly,
  purgeExpiredHourly,
  checkNamesOfMembers,
  countUpvotesEachMinute,
  countRecentUpvotesHourly,
  countGateHourly,
  findRingsRegularly,
  writeVoteDumpDaily,
  forgetPublicChanges,
  describeQueueEachMinute,
  updateSearchLevelsRegularly,
  updateTermsOfProducts,
  curateTags,
  proposeTagMerges,
  announceChangesRegularly,
  writeBackups,
  runImports,
];
