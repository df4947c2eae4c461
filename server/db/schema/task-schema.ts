import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { WEBHOOK_FORMATS, type WebhookEvent } from '@/lib/contract/webhook';
import { identity, instant, storedText, key } from './columns';

const TASK_KINDS = ['image', 'email', 'event', 'issue', 'import'] as const;
export type TaskKindName = (typeof TASK_KINDS)[number];

const TASK_STATES = ['waiting', 'running', 'done', 'skipped', 'failed', 'uncertain'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** What the tasks of a group depend on, for example a receiver that may be away. See migration 0180. */
export const taskGroups = pgTable(
  'task_groups',
  {
    kind: text('kind', { enum: TASK_KINDS }).notNull(),
    name: text('name').notNull(),
    failureCount: integer('failure_count').notNull().default(0),
    restsUntil: instant('rests_until'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);

/** Images, emails, events for webhooks, the newsletter and imports, which the site handles after it has answered. See migration 0180. */
export const tasks = pgTable('tasks', {
  id: identity(),
  kind: text('kind', { enum: TASK_KINDS }).notNull(),
  groupName: text('group_name').notNull().default(''),
  productId: key('product_id'),
  subscriberId: key('subscriber_id'),
  /** An image, an import, or an entry of the log. */
  subjectId: key('subject_id'),
  email: text('email'),
  payload: jsonb('payload'),
  state: text('state', { enum: TASK_STATES }).notNull().default('waiting'),
  dueAt: instant('due_at').notNull(),
  leaseCount: integer('lease_count').notNull().default(0),
  attemptCount: integer('attempt_count').notNull().default(0),
  interruptedCount: integer('interrupted_count').notNull().default(0),
  faultCount: integer('fault_count').notNull().default(0),
  failure: storedText('failure'),
  createdAt: instant('created_at').notNull(),
  /** When somebody has last had a task run again that was given up. */
  retriedAt: instant('retried_at'),
  endedAt: instant('ended_at'),
});

/** The next run of each job that one process runs for all. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  nextRunAt: instant('next_run_at').notNull(),
  endedAt: instant('ended_at'),
  hasFailed: boolean('has_failed'),
  /** Since when each run has failed. Null after one that succeeded. */
  failingSince: instant('failing_since'),
});

/** The issues of the weekly newsletter, one a week. */
export const newsletterIssues = pgTable('newsletter_issues', {
  id: identity(),
  /** The Monday of the week in which the issue is sent: `2026-06-01`. */
  week: date('week', { mode: 'string' }).notNull(),
  since: instant('since').notNull(),
  until: instant('until').notNull(),
  /** Deliveries exist for the subscribers with ids up to this one. */
  queuedThroughId: key('queued_through_id').notNull().default('0'),
  /** When all deliveries existed. */
  queuedAt: instant('queued_at'),
});

/** Tells another system what happens to products. */
export const webhooks = pgTable('webhooks', {
  id: identity(),
  url: text('url').notNull(),
  format: text('format', { enum: WEBHOOK_FORMATS }).notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  secret: text('secret').notNull(),
  creatorId: key('creator_id'),
  createdAt: instant('created_at').notNull(),
});
