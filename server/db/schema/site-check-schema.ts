import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { type PageFingerprint, SITE_CONCERNS } from '@/lib/contract/site-check';
import { instant, storedText, key } from './columns';

/** What checks find at the sites of approved products. Rows come and go with the products, by triggers. */
export const siteChecks = pgTable('site_checks', {
  productId: key('product_id').primaryKey(),
  url: text('url').notNull(),
  host: text('host').notNull(),
  checkAt: instant('check_at').notNull(),
  checkedAt: instant('checked_at'),
  finding: text('finding', { enum: ['fine', 'unsure', 'changed'] }),
  /** A sentence for moderators. Null for a finding that is fine. */
  problem: storedText('problem'),
  failingSince: instant('failing_since'),
  failureCount: integer('failure_count').notNull().default(0),
  /** What the site was like when it was fine, and what it is like now if that differs. */
  baseline: jsonb('baseline').$type<PageFingerprint>(),
  observed: jsonb('observed').$type<PageFingerprint>(),
  version: text('version'),
  movedTo: text('moved_to'),
  /** What moderators should look at. */
  concern: text('concern', { enum: SITE_CONCERNS }),
  concernSince: instant('concern_since'),
});

/** The pace at which a host is asked. */
export const siteHosts = pgTable('site_hosts', {
  host: text('host').primaryKey(),
  /** No request before. */
  restsUntil: instant('rests_until').notNull(),
  /** When the next check that finds the host resting comes back. */
  nextSlotAt: instant('next_slot_at').notNull(),
});
