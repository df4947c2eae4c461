import { byColumn, type TableData } from './table-data';

/** What moderators decide and note about members, as part of the data map. */
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
    personal: ['user_id', 'rejection_count'],
    rowsOf: byColumn('user_id'),
    removal: 'cascade',
  },
};
