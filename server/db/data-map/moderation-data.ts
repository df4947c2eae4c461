import { sql } from 'drizzle-orm';
import { byColumn, byVerifiedEmail, type TableData } from './table-data';

/** What undoing a merge needs of members' reactions and proposals, as part of the data map. */
export const MERGED_DATA: Readonly<Record<string, TableData>> = {
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
};

/** Imports in the browser, as part of the data map. Entries are what other sites say about products. */
export const IMPORT_DATA: Readonly<Record<string, TableData>> = {
  imports: {
    public: [
      ...['id', 'source_name', 'format', 'state', 'failure', 'mapping', 'found', 'entry_count', 'counts'],
      ...['undone', 'created_at', 'started_at', 'ended_at', 'undone_at', 'has_entries', 'claimed_until'],
      ...['claim_count', 'mapping_version'],
    ],
    personal: ['moderator_id'],
    rowsOf: byColumn('moderator_id'),
    removal: 'detached',
  },
  import_sources: { public: ['import_id', 'content'] },
  import_entries: {
    public: [
      ...['import_id', 'position', 'line', 'step', 'outcome', 'reason', 'draft', 'notes', 'changes'],
      ...['product_id', 'before'],
    ],
  },
};

/** Reports of products, as part of the data map. */
export const REPORT_DATA: Readonly<Record<string, TableData>> = {
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
};
