import { sql } from 'drizzle-orm';
import { byColumn, byVerifiedEmail, type TableData } from './table-data';

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
