import { sql } from 'drizzle-orm';
import { byColumn, type TableData } from './table-data';

/** What finds accounts that vote together, as part of the data map. */
export const RING_DATA: Readonly<Record<string, TableData>> = {
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
