import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { LOGGED_ACTIONS } from '@/lib/contract/plain/moderation-log';
import { type FieldValue, VALUE_SOURCES, type ValueSource } from '@/lib/contract/field';
import { PRODUCT_STATUSES } from '@/lib/contract/product-reference';
import { ROLES } from '@/lib/contract/user';
import { bytes, identity, instant, key, nameColumns, storedText, textLanguages } from './schema/columns';

export const users = pgTable('users', {
  id: identity(),
  handle: text('handle').notNull(),
  name: text('name').notNull(),
  email: text('email'),
  avatarURL: text('avatar_url'),
  role: text('role', { enum: ROLES }).notNull().default('member'),
  createdAt: instant('created_at').notNull().defaultNow(),
  bannedAt: instant('banned_at'),
  banReason: text('ban_reason'),
  suspendedUntil: instant('suspended_until'),
  deletionRequestedAt: instant('deletion_requested_at'),
  deletedAt: instant('deleted_at'),
  /** Whether the user has given an upvote that counts in the ranking. Set by a job. */
  hasRanked: boolean('has_ranked').notNull().default(false),
  ...nameColumns,
});

/** A column for each field of the contract's `productContent`: public, and what an edit changes. */
const contentColumns = {
  name: text('name').notNull(),
  tagline: text('tagline').notNull(),
  description: text('description').notNull(),
  descriptionHTML: text('description_html').notNull(),
  url: text('url').notNull(),
};

export const products = pgTable('products', {
  id: identity(),
  slug: text('slug').notNull(),
  ...contentColumns,
  /** Null once a withdrawn product has given its URL up. */
  canonicalURL: text('canonical_url'),
  /** Null until the job `unify-urls` has computed `canonical_url` by the rules of hosts. */
  urlRules: smallint('url_rules'),
  /** The name of the column is older than icons. */
  screenshotId: key('image_id'),
  iconId: key('icon_id'),
  brandSlug: text('brand_slug'),
  iconCheckAt: instant('icon_check_at').notNull().default(new Date(0)),
  linkHeldAt: instant('link_held_at'),
  languages: textLanguages(),
  status: text('status', { enum: PRODUCT_STATUSES }).notNull().default('pending'),
  /** The status of the row in `product_edits`; null without one, and while the product is removed. */
  editStatus: text('edit_status', { enum: ['pending', 'rejected'] }),
  /** The status that the submitter and the moderators see: that of the edit, if there is one. */
  reviewStatus: text('review_status', { enum: PRODUCT_STATUSES })
    .notNull()
    .generatedAlwaysAs(sql`coalesce(edit_status, status)`),
  rejectionReason: text('rejection_reason'),
  submitterId: key('submitter_id'),
  upvoteCount: integer('upvote_count').notNull().default(0),
  rankingUpvoteCount: integer('weighing_upvote_count').notNull().default(0),
  bookmarkCount: integer('bookmark_count').notNull().default(0),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
  approvedAt: instant('approved_at'),
  removedAt: instant('removed_at'),
  /** When the submitter withdrew a product that had been approved. */
  withdrawnAt: instant('withdrawn_at'),
  /** The former hot order, for older builds. Lists are ordered by `product_listings.hot`. */
  formerHot: doublePrecision('hot').generatedAlwaysAs(sql`log(upvotes) + approved_at / 12.5 hours`),
});

/** The pending or rejected edit of an approved product. Null values stay as they are; a null editor is the submitter. Older builds write both. */
export const productEdits = pgTable('product_edits', {
  productId: key('product_id').primaryKey(),
  ...contentColumns,
  canonicalURL: text('canonical_url').notNull(),
  /** As in `products`. */
  urlRules: smallint('url_rules'),
  screenshotId: key('image_id'),
  iconId: key('icon_id'),
  tagIds: key('tag_ids').array().notNull(),
  fieldValues: jsonb('field_values').$type<StoredValue[]>(),
  rejectionReason: text('rejection_reason'),
  editorId: key('editor_id'),
});

/** Since when and why a product is discontinued. The row stays while a discontinued product is removed. */
export const discontinuations = pgTable('discontinuations', {
  productId: key('product_id').primaryKey(),
  discontinuedOn: date('discontinued_on').notNull(),
  reason: text('reason').notNull(),
  languages: textLanguages(),
  successorIds: key('successor_ids').array().notNull(),
});

/** Uploaded images.. */
export const images = pgTable('images', {
  id: identity(),
  key: text('key').notNull(),
  ownerId: key('owner_id'),
  sourceURL: text('source_url'),
  sourceVersion: text('source_version'),
  status: text('status', { enum: ['queued', 'processed', 'refused'] })
    .notNull()
    .default('queued'),
  refusalReason: storedText('refusal_reason'),
  widthPx: integer('width_px'),
  heightPx: integer('height_px'),
  createdAt: instant('created_at').notNull().defaultNow(),
  processedAt: instant('processed_at'),
  /** What builds before the tasks have noted. */
  attemptCount: integer('attempt_count').notNull().default(0),
  leasedUntil: instant('claimed_until'),
  /** False for new images, and for those that a product, an edit or a user has given up since a use was found. */
  isUseChecked: boolean('is_use_checked').notNull().default(false),
});

export const productSlugs = pgTable('product_slugs', {
  slug: text('slug').primaryKey(),
  productId: key('product_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const tags = pgTable('tags', {
  id: identity(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  productCount: integer('product_count').notNull().default(0),
  /** The upvotes that its products got in the last 30 days. Set by a job. */
  recentUpvoteCount: integer('recent_upvote_count').notNull().default(0),
  /** Plain text. */
  description: text('description').notNull().default(''),
  parentId: key('parent_id'),
  hiddenAt: instant('hidden_at'),
  mergedIntoId: key('merged_into_id'),
  isListed: boolean('is_listed')
    .notNull()
    .generatedAlwaysAs(sql`hidden_at IS NULL AND merged_into_id IS NULL`),
  matchKey: text('match_key')
    .notNull()
    .generatedAlwaysAs(sql`replace(slug, '-', '')`),
  comparedProductCount: integer('compared_product_count'),
});

export const productTags = pgTable(
  'product_tags',
  {
    productId: key('product_id').notNull(),
    tagId: key('tag_id').notNull(),
    position: smallint('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.tagId] })],
);

/** A value of a declared field, as JSON in rows of other tables. */
export type StoredValue = {
  field: string;
  value: FieldValue;
  source: ValueSource;
  /** ISO 8601. */
  checkedAt: string;
};

export const productValues = pgTable(
  'product_values',
  {
    productId: key('product_id').notNull(),
    /** The key of the field when the value was stored. */
    field: text('field').notNull(),
    value: jsonb('value').$type<FieldValue>().notNull(),
    source: text('source', { enum: VALUE_SOURCES }).notNull(),
    checkedAt: instant('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.field] })],
);

export const upvotes = pgTable(
  'upvotes',
  {
    productId: key('product_id').notNull(),
    userId: key('user_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    countsInRanking: boolean('is_weighing').notNull(),
    /** When the account was created that must grow older before the upvote counts. Set by the database. */
    awaitedAccountCreatedAt: instant('awaited_account_created_at'),
  },
  (table) => [primaryKey({ columns: [table.productId, table.userId] })],
);

export const bookmarks = pgTable(
  'bookmarks',
  {
    userId: key('user_id').notNull(),
    productId: key('product_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.productId] })],
);

/** Actions of moderators. Keeps the handles next to the ids, because the users may be deleted. */
export const auditEntries = pgTable('audit_entries', {
  id: identity(),
  /** Null for actions from the command line. */
  actorId: key('actor_id'),
  actorHandle: text('actor_handle').notNull(),
  action: text('action', { enum: LOGGED_ACTIONS }).notNull(),
  subjectKind: text('subject_kind', { enum: ['product', 'user', 'report', 'import'] }).notNull(),
  subjectId: key('subject_id'),
  details: jsonb('details').$type<Record<string, string | null>>().notNull().default({}),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** See migration 0069. The database sets it, and the id. */
  hash: bytes('hash')
    .notNull()
    .default(sql`''`),
});

export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: identity(),
  email: text('email').notNull(),
  list: text('list').notNull().default(''),
  status: text('status', { enum: ['unconfirmed', 'confirmed', 'unsubscribed'] })
    .notNull()
    .default('unconfirmed'),
  tokenHash: bytes('token_hash').notNull(),
  tokenSentAt: instant('token_sent_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  unsubscribedAt: instant('unsubscribed_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Only products with one of these tags. Null: all products. */
  tagIds: key('tag_ids').array(),
});
