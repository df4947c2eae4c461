import { type SQL, sql } from 'drizzle-orm';

/*
 * What everybody may see, one condition per noun. Every format asks the same one: pages, calls, feeds, Markdown, cards,
 * sitemaps, open data, search and agents. `__tests__/server/visibility.test.ts` asks every route about every noun in every state.
 */

/** Of `products`: whether everybody may open its page. `isPublicProduct` of `server/policies/viewer.ts` says the same of a row. */
export const productIsPublic = sql`products.status IN ('approved', 'discontinued')`;

/**
 * Whether a tag has a page: lists show the tag, and it has a listed product or stands right above a tag that has one. Before, its
 * name is what the submitter of an unreviewed product has typed.
 *
 * @param tag the name or alias of its table.
 */
export const tagIsPublic = (
  tag: SQL = sql`tags`,
) => sql`(${tag}.is_listed AND (${tag}.product_count > 0 OR EXISTS (
  SELECT FROM tags AS below WHERE below.parent_id = ${tag}.id AND below.is_listed AND below.product_count > 0
)))`;

/** Of `users`: whether a member has a profile. The name of a member who is banned or leaves is “a former member” everywhere. */
export const userIsPublic = sql`(users.banned_at IS NULL AND users.deleted_at IS NULL AND users.deletion_requested_at IS NULL)`;
