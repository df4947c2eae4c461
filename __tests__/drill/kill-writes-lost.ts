import { join } from 'node:path';
import type { Pool } from 'pg';
import { IMAGE_VARIANTS, originalFile, variantFile } from '@/server/images/image-files';
import { createFileStore } from '@/server/images/image-store-file';
import type { MixedWrites } from './kill-writes-load';

/** @returns what was acknowledged and is not stored. */
export async function findLost(
  pool: Pool,
  dataDir: string,
  { upvotes, bookmarks, submissions, images, subscriptions }: MixedWrites['acknowledged'],
): Promise<string[]> {
  const ask = async (statement: string, ...values: string[][]) =>
    (await pool.query<{ name: string }>(statement, values)).rows.map(({ name }) => `${name} is lost`);
  const reactions = (table: 'upvotes' | 'bookmarks', list: typeof upvotes) =>
    ask(
      `SELECT '${table} ' || handle || ' ' || product AS name
       FROM unnest($1::text[], $2::bigint[]) AS wanted (handle, product)
       WHERE NOT EXISTS (SELECT FROM ${table} AS r JOIN users AS u ON u.id = r.user_id
         WHERE r.product_id = product AND u.handle = wanted.handle)`,
      list.map(({ handle }) => handle),
      list.map(({ productId }) => productId),
    );
  return [
    ...(await reactions('upvotes', upvotes)),
    ...(await reactions('bookmarks', bookmarks)),
    ...(await ask(
      `SELECT 'submission ' || wanted AS name FROM unnest($1::bigint[]) AS wanted
       WHERE NOT EXISTS (SELECT FROM products WHERE id = wanted)`,
      submissions,
    )),
    ...(await ask(
      `SELECT 'subscription ' || wanted AS name FROM unnest($1::text[]) AS wanted
       WHERE NOT EXISTS (SELECT FROM newsletter_subscribers WHERE email = wanted)`,
      subscriptions,
    )),
    ...(await ask(
      `SELECT 'image ' || wanted AS name FROM unnest($1::text[]) AS wanted
       WHERE NOT EXISTS (SELECT FROM images WHERE key = wanted AND status <> 'refused')`,
      images,
    )),
    ...(await findLostFiles(dataDir, images)),
  ];
}

/** An image has its original until all of its variants are there. */
async function findLostFiles(dataDir: string, keys: readonly string[]): Promise<string[]> {
  const store = createFileStore(join(dataDir, 'images'));
  const lost: string[] = [];
  for (const key of keys) {
    if (await store.read(originalFile(key))) continue;
    for (const variant of IMAGE_VARIANTS) {
      const name = variantFile(key, variant);
      if (!(await store.read(name))) lost.push(`file ${name} is lost`);
    }
  }
  return lost;
}
