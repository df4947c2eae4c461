import { sql } from 'drizzle-orm';
import { PRODUCT_CONTENT } from '@/lib/contract/product';
import { MEMBER_DATA } from '@/server/db/data-map/member-data';
import { SITE_DATA } from '@/server/db/data-map/site-data';
import { TASK_DATA } from '@/server/db/data-map/task-data';
import {
  byColumn,
  byVerifiedEmail,
  byOwnEdit,
  byOwnProduct,
  type TableData,
} from '@/server/db/data-map/table-data';
import { products } from '@/server/db/schema';

/** The columns that a product and its edit have both. */
const SHARED_COLUMNS = [...PRODUCT_CONTENT.map((part) => products[part].name), 'canonical_url', 'url_rules'];

/**
 * Every column of every table. `__tests__/server/db/data-map.test.ts` compares the map with the database and fails on a
 * column that is missing here. The export and the deletion of an account follow from it.
 */
export const DATA_MAP: Readonly<Record<string, TableData>> = {
  users: {
    personal: [
      ...['id', 'handle', 'name', 'email', 'avatar_url', 'role', 'created_at'],
      ...['banned_at', 'ban_reason', 'suspended_until', 'deletion_requested_at', 'deleted_at', 'has_ranked'],
      ...['handle_since', 'handle_skeleton', 'name_issue'],
    ],
    rowsOf: byColumn('id'),
    removal: 'own statement',
  },
  identities: {
    personal: [
      ...['issuer', 'subject', 'user_id', 'provider', 'email', 'is_email_verified'],
      ...['created_at', 'last_used_at'],
    ],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  passkeys: {
    personal: [
      ...['id', 'user_id', 'credential_id', 'public_key', 'sign_count', 'transports', 'name'],
      ...['created_at', 'last_used_at'],
    ],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  freed_handles: {
    public: ['skeleton_hash', 'freed_at'],
    personal: ['freed_by'],
    rowsOf: byColumn('freed_by'),
    removal: 'detached',
  },
  sessions: {
    personal: ['id', 'user_id', 'user_agent', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at'],
    secret: ['secret_hash'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  images: {
    public: [
      ...['id', 'key', 'status', 'refusal_reason', 'width_px', 'height_px', 'created_at', 'processed_at'],
      ...['attempt_count', 'claimed_until', 'is_use_checked', 'source_url', 'source_version'],
    ],
    personal: ['owner_id'],
    rowsOf: byColumn('owner_id'),
    removal: 'detached',
  },
  products: {
    public: [
      ...['id', 'slug', ...SHARED_COLUMNS],
      ...['image_id', 'icon_id', 'brand_slug', 'icon_check_at', 'status', 'edit_status', 'review_status'],
      ...['upvote_count', 'weighing_upvote_count', 'link_held_at', 'languages'],
      ...['bookmark_count', 'hot', 'created_at', 'updated_at', 'approved_at', 'removed_at', 'withdrawn_at'],
    ],
    personal: ['submitter_id', 'rejection_reason'],
    rowsOf: byColumn('submitter_id'),
    removal: 'own statement',
  },
  product_edits: {
    public: [...['product_id', ...SHARED_COLUMNS], ...['image_id', 'icon_id', 'tag_ids', 'field_values']],
    personal: ['rejection_reason', 'editor_id'],
    rowsOf: byOwnEdit,
    removal: 'own statement',
  },
  queue_entries: {
    public: ['product_id', 'waiting_since', 'due_at', 'site', 'text_hash', 'snoozed_until'],
    personal: ['submitter_id', 'risk'],
    rowsOf: byColumn('submitter_id'),
    // With the product, or by a trigger when an edit is deleted.
    removal: 'cascade',
  },
  submission_observations: {
    personal: ['product_id', 'rule', 'outcome', 'sentence', 'observed_at'],
    rowsOf: byOwnProduct,
    removal: 'own statement',
  },
  undoable_decisions: { public: ['product_id', 'entry_id', 'before'] },
  discontinuations: {
    public: ['product_id', 'discontinued_on', 'reason', 'languages', 'successor_ids'],
    rowsOf: byOwnProduct,
  },
  alternatives: {
    public: [
      ...['id', 'product_id', 'alternative_id', 'status', 'upvote_count', 'ranking_upvote_count'],
      ...['created_at', 'decided_at', 'is_decidable'],
    ],
    personal: ['proposer_id', 'rejection_reason'],
    rowsOf: byColumn('proposer_id'),
    removal: 'own statement',
  },
  alternative_upvotes: {
    personal: ['pair_id', 'user_id', 'created_at', 'counts_in_ranking', 'awaited_account_created_at'],
    rowsOf: byColumn('user_id'),
    removal: 'own statement',
  },
  product_merges: {
    public: [
      ...['id', 'source_id', 'target_id', 'created_at', 'source_status', 'source_upvote_count'],
      ...['target_upvote_count', 'source_slugs', 'moved_pair_ids', 'successor_ids'],
    ],
    personal: ['moderator_id'],
    rowsOf: byColumn('moderator_id'),
    removal: 'detached',
  },
  product_slugs: { public: ['slug', 'product_id', 'created_at'], rowsOf: byOwnProduct },
  product_tags: { public: ['product_id', 'tag_id', 'position'], rowsOf: byOwnProduct },
  tag_spellings: { public: ['product_id', 'tag_id', 'name'], rowsOf: byOwnProduct },
  product_values: {
    public: ['product_id', 'field', 'value', 'source', 'checked_at'],
    rowsOf: byOwnProduct,
  },
  facet_values: { public: ['id', 'field', 'token', 'number'] },
  product_terms: {
    public: ['product_id', 'facets', 'term_ids', 'numbers'],
    rowsOf: byOwnProduct,
  },
  product_listings: {
    public: [
      ...['product_id', 'term', 'hot', 'ranking_upvote_count', 'approved_at', 'approved_on'],
      ...['term_ids', 'numbers'],
    ],
  },
  field_terms: { public: ['id', 'field', 'value'] },
  approval_days: { public: ['day', 'product_count'] },
  upvote_days: { public: ['day', 'tag_counts', 'ranker_count', 'counted_at'] },
  upvotes: {
    personal: ['product_id', 'user_id', 'created_at', 'is_weighing', 'awaited_account_created_at'],
    rowsOf: byColumn('user_id'),
    removal: 'own statement',
  },
  bookmarks: {
    personal: ['user_id', 'product_id', 'created_at'],
    rowsOf: byColumn('user_id'),
    removal: 'own statement',
  },
  audit_entries: {
    public: ['id', 'action', 'subject_kind', 'created_at', 'hash'],
    personal: ['actor_id', 'actor_handle', 'subject_id', 'details'],
    rowsOf: (userId) => sql`actor_id = ${userId} OR (subject_kind = 'user' AND subject_id = ${userId})`,
    onlyIf: { actor_id: byColumn('actor_id'), actor_handle: byColumn('actor_id') },
    removal: 'own statement',
  },
  newsletter_subscribers: {
    personal: [
      ...['id', 'email', 'list', 'status', 'token_sent_at', 'confirmed_at', 'unsubscribed_at', 'created_at'],
      'tag_ids',
    ],
    secret: ['token_hash'],
    rowsOf: byVerifiedEmail,
    removal: 'rows deleted',
  },
  newsletter_issues: { public: ['id', 'week', 'since', 'until', 'queued_through_id', 'queued_at'] },
  contact_messages: {
    personal: ['id', 'name', 'email', 'message', 'created_at', 'answered_at', 'answer', 'closed_at'],
    rowsOf: byVerifiedEmail,
    removal: 'rows deleted',
  },
  // Keys contain client addresses and the ids of users.
  rate_limits: { public: ['points', 'expire'], personal: ['key'], removal: 'expires' },
  sign_in_attempts: {
    public: ['provider', 'expires_at', 'taken_at'],
    personal: ['destination'],
    secret: ['state_hash', 'browser_hash', 'verifier', 'opener', 'response'],
    removal: 'expires',
  },
  sign_in_codes: {
    public: ['attempt_count', 'expires_at'],
    personal: ['email'],
    secret: ['browser_hash', 'code_hash'],
    removal: 'expires',
  },
  passkey_challenges: {
    public: ['expires_at'],
    secret: ['browser_hash', 'challenge'],
    removal: 'expires',
  },
  local_sign_in_codes: {
    public: ['provider', 'account', 'expires_at'],
    secret: ['code_hash', 'code_challenge'],
  },
  invitations: {
    public: ['id', 'uses_max', 'use_count', 'created_at', 'expires_at', 'revoked_at'],
    personal: ['creator_id', 'note'],
    secret: ['token_hash'],
    rowsOf: byColumn('creator_id'),
    removal: 'cascade',
  },
  webhooks: {
    public: ['id', 'format', 'events', 'created_at', 'failure_count', 'rests_until'],
    personal: ['creator_id'],
    secret: ['url', 'secret'],
    rowsOf: byColumn('creator_id'),
    removal: 'detached',
  },
  spent_id_tokens: { public: ['expires_at'], secret: ['token_hash'] },
  // The rows expire after ten minutes, or go with the user: they only say that something about the user has changed.
  public_changes: {
    public: ['xid', 'kind', 'product_id', 'created_at'],
    personal: ['user_id'],
    removal: 'expires',
  },
  ...MEMBER_DATA,
  ...SITE_DATA,
  ...TASK_DATA,
};
