import type { ClientBase } from 'pg';

/**
 * The number of every advisory lock that Listgrove takes in its database, so that no two locks share one.
 * Builds that run side by side during an upgrade must agree on them: never change a number.
 */
export const ADVISORY_LOCKS = {
  /** One process upgrades the schema at a time. */
  migrate: 727_274_001,
  /** One transaction adds words to the search vocabulary at a time. */
  searchVocabulary: 727_274_002,
  /** One import writes at a time. */
  imports: 4_815_162_342,
  /** One process fills the demo at a time. */
  demo: 4_815_162_343,
  /** One sign-in creates an account or an admin at a time. */
  signUp: 4_815_162_344,
  /** One transaction adds to the moderation log at a time. Taken by the trigger of migration 0069. */
  moderationLog: 4_815_162_345,
  /** One transaction changes which tag is above which at a time. */
  tagTree: 4_815_162_346,
  /** One transaction counts the lists that wait to be imported, and adds one, at a time. */
  importPreviews: 4_815_162_350,
  /** One transaction counts the rules of synonyms, and adds a rule, at a time. */
  synonymRules: 4_815_162_351,
  /** One import adds subscribers of the newsletter at a time. */
  subscriberImports: 4_815_162_352,
} as const;

/** The first number of every two-number lock. PostgreSQL keeps these apart from locks with one number. */
export const ADVISORY_LOCK_CLASSES = {
  /** One transaction chooses a slug for a name at a time; the second number is a hash of the name. */
  slugChoice: 4_815,
} as const;

/**
 * Whether a pooler such as PgBouncer is between the client and the server. It gives out a made-up process id, and may
 * give each transaction another connection, so nothing may depend on a session.
 */
export async function isBehindPooler(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== Reflect.get(client, 'processID');
}
