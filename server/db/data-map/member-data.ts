import { sql } from 'drizzle-orm';
import { byColumn, byVerifiedEmail, type TableData } from './table-data';

/** What members report, what undoing a merge needs of them, and what is noted, decided and found about them, as part of the data map. */
export const MEMBER_DATA: Readonly<Record<string, TableData>> = {
  member_measures: {
    public: ['id'],
    personal: [
      ...['user_id', 'kind', 'reason', 'suspended_until', 'moderator_id', 'created_at'],
      ...['acknowledged_at', 'ended_at'],
    ],
    rowsOf: byColumn('user_id'),
    onlyIf: { moderator_id: byColumn('moderator_id') },
    removal: 'cascade',
  },
  member_notes: {
    public: ['id'],
    personal: ['user_id', 'author_id', 'text', 'created_at'],
    rowsOf: byColumn('user_id'),
    onlyIf: { author_id: byColumn('author_id') },
    removal: 'cascade',
  },
  // What moderators and admins are told by email, and up to when they were told.
  staff_notices: {
    personal: ['user_id', 'kind', 'timing', 'told_until'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  staff_notice_emails: {
    personal: ['user_id', 'sent_at'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  appeals: {
    public: ['id', 'product_id', 'entry_id'],
    personal: [
      ...['user_id', 'measure_id', 'decider_id', 'text', 'created_at'],
      ...['decided_at', 'outcome', 'reply', 'judge_id'],
    ],
    rowsOf: byColumn('user_id'),
    onlyIf: { decider_id: byColumn('decider_id'), judge_id: byColumn('judge_id') },
    removal: 'cascade',
  },
  rejection_times: {
    personal: ['entry_id', 'user_id', 'rejected_at'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  // What outlives an account: `content` is null while there is one, which says the same itself.
  kept_records: {
    public: ['id', 'expires_at'],
    personal: ['user_id', 'content'],
    rowsOf: byColumn('user_id'),
    removal: 'detached',
  },
  kept_record_digests: { public: ['record_id', 'key_id'], secret: ['digest'] },
  digest_keys: { public: ['id', 'kid'], secret: ['sealed'] },
  member_rejections: {
    personal: ['user_id', 'rejection_count', 'suggestion_rejected_at'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  reports: {
    public: ['id', 'product_id', 'created_at', 'updated_at', 'resolved_at'],
    personal: [
      ...['reporter_id', 'reason', 'text', 'duplicate_url', 'email', 'outcome', 'note', 'resolver_id'],
    ],
    rowsOf: (userId) => sql`reporter_id = ${userId} OR ${byVerifiedEmail(userId)}`,
    onlyIf: { resolver_id: byColumn('resolver_id') },
    removal: 'rows deleted',
  },
  reported_products: { public: ['product_id', 'report_count', 'oldest_at', 'urgency'] },
  merged_reactions: {
    public: ['merge_id', 'kind'],
    personal: ['user_id', 'created_at', 'target_created_at'],
    rowsOf: byColumn('user_id'),
    removal: 'rows deleted',
  },
  merged_pairs: {
    public: ['merge_id', 'product_id', 'alternative_id', 'created_at'],
    personal: ['proposer_id'],
    rowsOf: byColumn('proposer_id'),
    removal: 'cascade',
  },

  // What finds accounts that upvote together.
  // Networks are keyed hashes of prefixes.
  voter_networks: {
    personal: ['user_id', 'seen_at', 'is_checked'],
    secret: ['network'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  vote_links: {
    public: ['score', 'found_at'],
    personal: ['user_id', 'other_id'],
    rowsOf: (userId) => sql`user_id = ${userId} OR other_id = ${userId}`,
    onlyIf: { user_id: byColumn('user_id'), other_id: byColumn('other_id') },
    removal: 'cascade',
  },
  vote_rings: {
    public: ['id', 'found_at', 'seen_at', 'score', 'figures', 'product_ids', 'set_aside_at'],
    personal: ['moderator_id'],
    rowsOf: byColumn('moderator_id'),
    removal: 'detached',
  },
  vote_ring_members: {
    personal: ['ring_id', 'user_id'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
  set_aside_upvotes: {
    public: ['product_id'],
    personal: ['user_id', 'ring_id'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
};
