import { boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { type GateFigures, RULES } from '@/lib/contract/rule';
import { instant, storedText, key } from './columns';

/** What the site's rules said of a submission when it was sent. */
export const submissionObservations = pgTable(
  'submission_observations',
  {
    productId: key('product_id').notNull(),
    rule: text('rule', { enum: RULES }).notNull(),
    outcome: text('outcome', { enum: ['passed', 'failed', 'unknown'] }).notNull(),
    sentence: storedText('sentence').notNull(),
    observedAt: instant('observed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.rule] })],
);

export const knownAges = pgTable('known_ages', {
  /** A registrable domain, or host, owner and name of a repository. */
  subject: text('subject').primaryKey(),
  /** Null when the registry did not say. */
  existsSince: instant('exists_since'),
  expiresAt: instant('expires_at').notNull(),
});

/** One row, written by a job. */
export const gateFigures = pgTable('gate_figures', {
  id: boolean('id').primaryKey().default(true),
  figures: jsonb('figures').$type<GateFigures>().notNull(),
});
