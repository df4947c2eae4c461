import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { VERSION_KINDS } from '@/lib/contract/history';
import { identity, instant, key } from './columns';
import type { StoredValue } from '@/server/db/schema';

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
