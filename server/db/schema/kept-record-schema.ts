import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { MeasureKind } from '@/lib/contract/plain/moderation';
import { bytes, identity, instant, key } from './columns';

/** What counts of a deleted account, without the moderators, who may leave, too. Instants are ISO 8601. */
export type KeptContent = {
  bannedAt: string | null;
  banReason: string | null;
  suspendedUntil: string | null;
  /** The oldest first. */
  measures: {
    kind: MeasureKind;
    reason: string;
    suspendedUntil: string | null;
    createdAt: string;
    acknowledgedAt: string | null;
    endedAt: string | null;
    /** Whether moderators have decided about the one answer to it. */
    isAnswered: boolean;
  }[];
  notes: { text: string; createdAt: string }[];
  rejectionCount: number;
  rejections: { entryId: string; rejectedAt: string }[];
  // Records of earlier builds have none of the following.
  /** Claims that can't be verified again. */
  withdrawnClaims?: { productId: string; host: string; createdAt: string; withdrawnAt: string }[];
  /** The rings whose upvotes moderators have set aside, and the upvotes of the member among them. */
  rings?: { id: string; setAsideAt: string }[];
  setAside?: { productId: string; ringId: string }[];
  /** The last rejection of a suggestion. */
  suggestionRejectedAt?: string | null;
};

/** See migration 0160. */
export const keptRecords = pgTable('kept_records', {
  id: identity(),
  userId: key('user_id'),
  content: jsonb('content').$type<KeptContent>(),
  expiresAt: instant('expires_at'),
});

export const digestKeys = pgTable('digest_keys', {
  id: identity(),
  kid: text('kid').notNull(),
  sealed: bytes('sealed').notNull(),
});

export const keptRecordDigests = pgTable(
  'kept_record_digests',
  {
    digest: bytes('digest').notNull(),
    recordId: key('record_id').notNull(),
    keyId: key('key_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.digest, table.recordId] })],
);
