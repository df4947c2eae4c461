import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { identity, instant, key } from './columns';

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
  failure: text('failure'),
  createdAt: instant('created_at').notNull(),
  /** When somebody has last had a task run again that was given up. */
  retriedAt: instant('retried_at'),
  endedAt: instant('ended_at'),
});
