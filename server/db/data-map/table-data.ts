import { type SQL, sql } from 'drizzle-orm';

export type Condition = (userId: string) => SQL;

/** How the deletion of an account removes the user from a table. */
type Removal =
  | 'rows deleted'
  /** The rows are deleted with the user by a foreign key, or with the row that they belong to. */
  | 'cascade'
  /** A foreign key sets the column that names the user to null. */
  | 'detached'
  /** `server/queries/account/account-deletion.ts` has a statement for the table, because counts or public rows depend on it. */
  | 'own statement'
  /** The rows name no account. They are deleted when they expire, within a day. */
  | 'expires';

export type TableData = {
  /** Says nothing about a person, or was published by its author. Stays when an account is deleted. */
  public?: readonly string[];
  /** Is about a person. Part of that person's export, removed with the account, and never logged. */
  personal?: readonly string[];
  /** Grants access, or is the hash of something that does. Leaves the database in no answer, export or log line. */
  secret?: readonly string[];
  /** Selects the rows of a user: the rows of the export. */
  rowsOf?: Condition;
  /** Columns that may name another user. Exported only from the rows that meet the condition. */
  onlyIf?: Readonly<Record<string, Condition>>;
  removal?: Removal;
};

export const byColumn =
  (column: string): Condition =>
  (userId) =>
    sql`${sql.identifier(column)} = ${userId}`;

/** Rows that refer to a user only by an email that a provider has verified. */
export const byVerifiedEmail: Condition = (userId) => sql`lower(email) IN (
  SELECT lower(email) FROM identities WHERE user_id = ${userId} AND is_email_verified
)`;

export const byOwnProduct: Condition = (userId) =>
  sql`product_id IN (SELECT id FROM products WHERE submitter_id = ${userId})`;

/** The edits of a user. An edit without an editor is the submitter's. */
export const byOwnEdit: Condition = (userId) =>
  sql`(editor_id = ${userId} OR editor_id IS NULL AND ${byOwnProduct(userId)})`;

export const bySubscription: Condition = (userId) =>
  sql`subscriber_id IN (SELECT id FROM newsletter_subscribers WHERE ${byVerifiedEmail(userId)})`;
