import { byColumn, type TableData } from './table-data';

/** What products said, and who may change it, as part of the data map. */
export const EDIT_DATA: Readonly<Record<string, TableData>> = {
  product_versions: {
    public: [
      ...['id', 'product_id', 'kind', 'created_at', 'name', 'tagline', 'description', 'url', 'tags'],
      'field_values',
    ],
    personal: ['member_id'],
    rowsOf: byColumn('member_id'),
    removal: 'detached',
  },
  suggestions: {
    personal: [
      ...['id', 'product_id', 'member_id', 'before', 'after', 'based_on', 'comment', 'status'],
      ...['rejection_reason', 'created_at', 'decided_at', 'is_accepted_by_members'],
    ],
    rowsOf: byColumn('member_id'),
    removal: 'cascade',
  },
  suggestion_agreements: {
    personal: ['suggestion_id', 'member_id', 'created_at'],
    rowsOf: byColumn('member_id'),
    removal: 'cascade',
  },
  product_claims: {
    personal: [
      ...['id', 'product_id', 'member_id', 'host', 'method', 'created_at', 'verified_at', 'check_due_at'],
      ...['failure_count', 'withdrawn_at', 'token', 'held_verified_at', 'held_method'],
    ],
    rowsOf: byColumn('member_id'),
    removal: 'cascade',
  },
  moderator_changes: { public: ['product_id', 'parts'] },
};
