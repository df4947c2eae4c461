import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '@/server/db/client';
import {
  digestKeys,
  type KeptContent,
  keptRecordDigests,
  keptRecords,
} from '@/server/db/schema/kept-record-schema';
import { timestamptz } from '@/server/queries/sql-values';

export const listDigestKeys = (db: Db) => db.select().from(digestKeys).orderBy(asc(digestKeys.id));
type DigestKeyRow = Awaited<ReturnType<typeof listDigestKeys>>[number];

/** Adds a key unless another transaction has just added one. */
export async function insertDigestKey(db: Db, key: typeof digestKeys.$inferInsert): Promise<void> {
  await db.execute(sql`LOCK TABLE digest_keys IN SHARE ROW EXCLUSIVE MODE`);
  if ((await db.$count(digestKeys, eq(digestKeys.kid, key.kid))) === 0)
    await db.insert(digestKeys).values(key);
}

export async function updateDigestKey(
  db: Db,
  { id, kid }: DigestKeyRow,
  sealed: { kid: string; sealed: Buffer },
): Promise<void> {
  await db
    .update(digestKeys)
    .set(sealed)
    .where(and(eq(digestKeys.id, id), eq(digestKeys.kid, kid)));
}

type Digest = { digest: Buffer; keyId: string };

export async function listRecordsByDigest(db: Db, digests: readonly Digest[]) {
  if (digests.length === 0) return [];
  return db
    .selectDistinct({ id: keptRecords.id, userId: keptRecords.userId, content: keptRecords.content })
    .from(keptRecords)
    .innerJoin(keptRecordDigests, eq(keptRecordDigests.recordId, keptRecords.id))
    .where(
      inArray(
        keptRecordDigests.digest,
        digests.map(({ digest }) => digest),
      ),
    );
}

/** Adds or changes the record of an account, and adds digests to it. */
export async function upsertRecord(
  db: Db,
  { userId, content, expiresAt }: { userId: string; content: KeptContent | null; expiresAt: Date | null },
  digests: readonly Digest[],
): Promise<void> {
  const [row] = await db
    .insert(keptRecords)
    .values({ userId, content, expiresAt })
    .onConflictDoUpdate({ target: keptRecords.userId, set: { content, expiresAt } })
    .returning({ id: keptRecords.id });
  if (!row || digests.length === 0) return;
  await db
    .insert(keptRecordDigests)
    .values(digests.map((digest) => ({ ...digest, recordId: row.id })))
    .onConflictDoNothing();
}

export async function moveDigests(db: Db, recordIds: readonly string[], userId: string): Promise<void> {
  const ids = sql`${sql.param(recordIds)}::bigint[]`;
  await db.execute(sql`
    INSERT INTO kept_record_digests (digest, record_id, key_id)
    SELECT digest, kept_records.id, key_id FROM kept_record_digests, kept_records
    WHERE record_id = ANY(${ids}) AND kept_records.user_id = ${userId}::bigint
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`DELETE FROM kept_records WHERE id = ANY(${ids}) AND user_id IS NULL`);
}

export async function deleteRecordOf(db: Db, userId: string): Promise<void> {
  await db.delete(keptRecords).where(eq(keptRecords.userId, userId));
}

/** Deletes the records of deleted accounts of which nothing counts any more. */
export async function deleteExpiredRecords(db: Db, now: Date): Promise<void> {
  await db.delete(keptRecords).where(and(isNull(keptRecords.userId), lte(keptRecords.expiresAt, now)));
}

/** The accounts that have a record without being banned or suspended, and no end of it that is still to come. */
export async function listUnsettledAccounts(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT users.id::text AS id FROM kept_records JOIN users ON users.id = user_id
    WHERE banned_at IS NULL AND NOT coalesce(suspended_until > ${timestamptz(now)}, false)
      AND (expires_at IS NULL OR expires_at <= ${timestamptz(now)})
    ORDER BY users.id`);
  return rows.map(({ id }) => id);
}

/** Keeps of the record of an account the digests that are not among some, until an instant; deletes a record without any. */
export async function keepOtherDigests(
  db: Db,
  { userId, expiresAt }: { userId: string; expiresAt: Date | null },
  digests: readonly Digest[],
): Promise<void> {
  const [row] = await db
    .update(keptRecords)
    .set({ expiresAt })
    .where(eq(keptRecords.userId, userId))
    .returning({ id: keptRecords.id });
  if (!row) return;
  const { digest, recordId } = keptRecordDigests;
  const isOne = inArray(
    digest,
    digests.map((each) => each.digest),
  );
  if (digests.length > 0) await db.delete(keptRecordDigests).where(and(eq(recordId, row.id), isOne));
  if ((await db.$count(keptRecordDigests, eq(recordId, row.id))) === 0) await deleteRecordOf(db, userId);
}

/** How many digests a lost session key has made useless, for now. */
export async function countLostDigests(db: Db, lostKeyIds: readonly string[]): Promise<number> {
  if (lostKeyIds.length === 0) return 0;
  return db.$count(keptRecordDigests, inArray(keptRecordDigests.keyId, [...lostKeyIds]));
}
