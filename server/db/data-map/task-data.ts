import { sql } from 'drizzle-orm';
import { byOwnProduct, bySubscription, byVerifiedEmail, type TableData } from './table-data';

/** The tasks, and the queues of builds before them. Those are empty but while a process of such a build still runs. */
export const TASK_DATA: Readonly<Record<string, TableData>> = {
  // The payload of an email contains the token of a link, and that of an event concerns other people's systems.
  tasks: {
    public: [
      ...['id', 'kind', 'product_id', 'subject_id', 'state', 'due_at', 'lease_count', 'attempt_count'],
      ...['interrupted_count', 'fault_count', 'created_at', 'retried_at', 'ended_at'],
    ],
    personal: ['email', 'subscriber_id'],
    secret: ['group_name', 'payload', 'failure'],
    // Only reporters and moderators may know when a product was reported.
    rowsOf: (userId) => sql`(${byVerifiedEmail(userId)} OR ${bySubscription(userId)}
      OR ${byOwnProduct(userId)} AND payload ->> 'event' <> 'product.reported')`,
    removal: 'own statement',
  },
  task_groups: { public: ['kind', 'failure_count', 'rests_until'], secret: ['name'] },
  newsletter_deliveries: {
    public: ['id', 'issue_id', 'attempt_count', 'next_attempt_at'],
    personal: ['subscriber_id', 'status', 'settled_at'],
    rowsOf: bySubscription,
    removal: 'cascade',
  },
  // The text of an email contains the token of a link.
  mail_outbox: {
    public: ['id', 'created_at', 'attempt_count', 'next_attempt_at', 'given_up_at', 'entry_id'],
    personal: ['email', 'subject'],
    secret: ['body'],
    rowsOf: byVerifiedEmail,
    removal: 'rows deleted',
  },
  webhook_deliveries: {
    public: [
      ...['id', 'event', 'product_id', 'payload', 'created_at', 'next_attempt_at', 'claimed_at'],
      ...['attempt_count', 'interrupted_count', 'delivered_at', 'given_up_at'],
    ],
    // Concerns other people's systems.
    secret: ['webhook_id', 'failure'],
    // Only reporters and moderators may know when a product was reported.
    rowsOf: (userId) => sql`${byOwnProduct(userId)} AND event <> 'product.reported'`,
    removal: 'cascade',
  },
};
