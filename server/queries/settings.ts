import { sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { SETTING_LIMITS } from '@/lib/contract/setting';
import type { Db } from '@/server/db/client';
import { listOrder } from '@/server/queries/list-order';
import { timestamptz } from '@/server/queries/sql-values';

const values = z.record(z.string(), z.string());
const changes = z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }));
export type StoredChanges = z.infer<typeof changes>;

const stored = z.object({
  version: z.int(),
  stored: values,
  /** What was stored as the noun before, in any version. Empty for nothing. */
  formerNouns: z.array(z.string()),
});

const NOUN = 'NEXT_PUBLIC_SITE_NOUN';
const NOUNS_MAX = 20;

/** The newest version, or the newest one before another. */
export async function findSettingsVersion(
  db: Db,
  before?: number,
): Promise<z.infer<typeof stored> | undefined> {
  const { rows } = await db.execute(sql`
    SELECT version, stored, ARRAY(
      SELECT DISTINCT COALESCE(changes -> ${NOUN} ->> 'from', '') FROM settings_versions
      WHERE changes -> ${NOUN} IS NOT NULL LIMIT ${NOUNS_MAX}
    ) AS "formerNouns"
    FROM settings_versions
    ${before === undefined ? sql`` : sql`WHERE version < ${before}`}
    ORDER BY version DESC LIMIT 1`);
  return z.array(stored).parse(rows)[0];
}

/** Keeps others from adding a version until the transaction ends. */
export async function lockSettings(db: Db): Promise<void> {
  await db.execute(sql`LOCK TABLE settings_versions IN SHARE ROW EXCLUSIVE MODE`);
}

type NewVersion = {
  version: number;
  changes: StoredChanges;
  stored: Readonly<Record<string, string>>;
  note: string;
  undone: number | null;
  entryId: string;
  createdAt: Date;
};

/** Adds a version, and deletes those that are too old to be kept. */
export async function insertSettingsVersion(db: Db, row: NewVersion): Promise<void> {
  await db.execute(sql`
    INSERT INTO settings_versions (version, changes, stored, note, undone, entry_id, created_at)
    VALUES (${row.version}, ${JSON.stringify(row.changes)}::jsonb, ${JSON.stringify(row.stored)}::jsonb, ${row.note},
      ${row.undone}, ${row.entryId}::bigint, ${timestamptz(row.createdAt)})`);
  await db.execute(
    sql`DELETE FROM settings_versions WHERE version <= ${row.version - SETTING_LIMITS.versionsMax}`,
  );
}

const listed = z.object({
  version: z.int(),
  changes,
  note: z.string(),
  undone: z.nullable(z.int()),
  authorName: z.nullable(z.string()),
  authorHandle: z.nullable(z.string()),
  createdAt: z.string(),
});
export type ListedVersion = z.infer<typeof listed>;

/** The newest first. The number of a version is its id. */
export const settingsOrder = listOrder<ListedVersion>('settings', {
  ...{ type: 'none', direction: 'descending' },
  positionOf: ({ version }) => ({ value: 0, id: String(version) }),
});

/** The versions before one and after another, newest first. */
export async function listSettingsVersions(
  db: Db,
  { before, since = 0, limit }: { before?: number; since?: number; limit: number },
): Promise<ListedVersion[]> {
  const { rows } = await db.execute(sql`
    SELECT version, changes, note, undone, users.name AS "authorName", entries.actor_handle AS "authorHandle",
      to_char(versions.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "createdAt"
    FROM settings_versions AS versions
    LEFT JOIN audit_entries AS entries ON entries.id = versions.entry_id
    LEFT JOIN users ON users.id = entries.actor_id
    WHERE version > ${since} ${before === undefined ? sql`` : sql`AND version < ${before}`}
    ORDER BY version DESC LIMIT ${limit}`);
  return z.array(listed).parse(rows);
}

export async function findChangesOf(db: Db, version: number): Promise<StoredChanges | undefined> {
  const { rows } = await db.execute(sql`SELECT changes FROM settings_versions WHERE version = ${version}`);
  return z.array(z.object({ changes })).parse(rows)[0]?.changes;
}
