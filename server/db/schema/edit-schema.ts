import { boolean, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { CLAIM_METHODS } from '@/lib/contract/claim';
import type { ProductTexts } from '@/lib/contract/editing';
import { VERSION_KINDS } from '@/lib/contract/history';
import { PRODUCT_PARTS } from '@/lib/contract/plain/product-parts';
import { SUGGESTION_STATUSES } from '@/lib/contract/suggestion';
import type { StoredValue } from '@/server/db/schema';
import { identity, instant, key } from './columns';

/** Which parts of a product moderators have changed since its submitter has sent it. See migration 0100. */
export const moderatorChanges = pgTable('moderator_changes', {
  productId: key('product_id').primaryKey(),
  parts: text('parts', { enum: PRODUCT_PARTS }).array().notNull(),
});

/** Changes of listed products that members suggest. See migration 0101. */
export const suggestions = pgTable('suggestions', {
  id: identity(),
  productId: key('product_id').notNull(),
  memberId: key('member_id').notNull(),
  before: jsonb('before').$type<Partial<ProductTexts>>().notNull(),
  after: jsonb('after').$type<Partial<ProductTexts>>().notNull(),
  basedOn: instant('based_on').notNull(),
  comment: text('comment'),
  status: text('status', { enum: SUGGESTION_STATUSES }).notNull().default('open'),
  rejectionReason: text('rejection_reason'),
  createdAt: instant('created_at').notNull(),
  decidedAt: instant('decided_at'),
  /** True if trusted members, not a moderator, accepted the suggestion. See migration 0131. */
  isAcceptedByMembers: boolean('is_accepted_by_members').notNull().default(false),
  /** True if its author has withdrawn it or left, and others agree with it. See migration 0270. */
  isLeft: boolean('is_left').notNull().default(false),
});

/** Members who agree with a suggestion. See migration 0120. */
export const suggestionAgreements = pgTable(
  'suggestion_agreements',
  {
    suggestionId: key('suggestion_id').notNull(),
    memberId: key('member_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.suggestionId, table.memberId] })],
);

/** What products said after each change. See migration 0077. */
export const productVersions = pgTable('product_versions', {
  id: identity(),
  productId: key('product_id').notNull(),
  kind: text('kind', { enum: VERSION_KINDS }).notNull(),
  memberId: key('member_id'),
  createdAt: instant('created_at').notNull(),
  name: text('name').notNull(),
  tagline: text('tagline').notNull(),
  description: text('description').notNull(),
  url: text('url').notNull(),
  tags: text('tags').array().notNull(),
  fieldValues: jsonb('field_values').$type<StoredValue[]>().notNull(),
});

/** Members who say that they own the site of a product. See migration 0103. */
export const productClaims = pgTable('product_claims', {
  id: identity(),
  productId: key('product_id').notNull(),
  memberId: key('member_id').notNull(),
  token: text('token').notNull(),
  host: text('host').notNull(),
  method: text('method', { enum: CLAIM_METHODS }),
  createdAt: instant('created_at').notNull(),
  verifiedAt: instant('verified_at'),
  checkDueAt: instant('check_due_at'),
  failureCount: smallint('failure_count').notNull().default(0),
  withdrawnAt: instant('withdrawn_at'),
  /** When the claim was verified and how, while a ban holds it back. */
  heldVerifiedAt: instant('held_verified_at'),
  heldMethod: text('held_method', { enum: CLAIM_METHODS }),
});
