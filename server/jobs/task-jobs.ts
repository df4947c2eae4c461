import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { deleteUnusedImages } from '@/server/commands/images/delete-unused-images';
import { imageTasks } from '@/server/commands/images/process-image';
import { purgeImports } from '@/server/commands/imports/purge-imports';
import { importTasks } from '@/server/commands/imports/run-imports';
import { createIssue, isIssueDue } from '@/server/commands/newsletter/issue';
import { issueTasks } from '@/server/commands/newsletter/send-issue';
import { emailTasks } from '@/server/commands/send-mail';
import { eventTasks } from '@/server/commands/webhooks/deliver-event';
import { deleteClosedMessages } from '@/server/queries/contact-messages';
import { adoptTasks } from '@/server/queries/former-queues';
import { deleteEndedSubscribers, deleteUnconfirmedSubscribers } from '@/server/queries/newsletter';
import { deleteOldIssue } from '@/server/queries/newsletter-issues';
import { deleteEndedTasks, giveUpOldTasks } from '@/server/queries/tasks';
import { type Job, type SubjectJobs, taskJob } from './job-runner';
import { text } from '@/lib/texts/texts';

export const processImages = taskJob(imageTasks);
export const sendMail = taskJob(emailTasks);
export const deliverEvents = taskJob(eventTasks);
export const sendNewsletter = taskJob(issueTasks);
const runImports = taskJob(importTasks);

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

const deleteUnusedImagesHourly: Job = {
  name: 'delete-unused-images',
  everyMs: HOUR_MS,
  doneBy: 'one-process',
  run: deleteUnusedImages,
};

const DELETED_AT_ONCE = 5_000;
/** Events also wait for webhooks that pause, without an attempt. */
const waitingEventDays = eventTasks.waitsMsMax / DAY_MS;

/** What waits in the queue, and what comes in and goes out through it. */
export const taskJobs: SubjectJobs = {
  jobs: [
    ...[processImages, sendMail, deliverEvents, sendNewsletter, runImports],
    ...[adoptTasksRegularly, createIssueWeekly, deleteUnusedImagesHourly],
  ],
  purge: [
    ({ db }, daysAgo) => deleteUnconfirmedSubscribers(db, daysAgo(RETENTION_DAYS.unconfirmedSubscribers)),
    ({ db }, daysAgo) => deleteEndedSubscribers(db, daysAgo(RETENTION_DAYS.endedSubscriptions)),
    ({ db }, daysAgo) => deleteClosedMessages(db, daysAgo(RETENTION_DAYS.closedMessages)),
    ({ db, now }, daysAgo) =>
      giveUpOldTasks(db, 'event', {
        before: daysAgo(waitingEventDays),
        now: now(),
        failure: text('delivery.tooLate', 'Not delivered within {waitingEventDays} days.', {
          waitingEventDays,
        }),
      }),
    ...[emailTasks, imageTasks, eventTasks].map(
      ({ name }): SubjectJobs['purge'][number] =>
        async ({ db }, daysAgo, signal) => {
          const batch = { before: daysAgo(RETENTION_DAYS.endedTasks), limit: DELETED_AT_ONCE };
          while (!signal.aborted && (await deleteEndedTasks(db, name, batch)) > 0);
        },
    ),
    async ({ db }, daysAgo, signal) => {
      const batch = { before: daysAgo(RETENTION_DAYS.newsletterDeliveries), limit: DELETED_AT_ONCE };
      while (!signal.aborted && (await deleteOldIssue(db, batch)));
    },
    (deps, _daysAgo, signal) => purgeImports(deps, signal),
  ],
};
