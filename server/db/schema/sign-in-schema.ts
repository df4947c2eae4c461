import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { PROVIDER_IDS, SIGN_IN_WAYS } from '@/lib/contract/sign-in';
import { bytes, identity, instant, key } from './columns';

/** An account at a provider. (issuer, subject) identifies it, never the email. */
export const identities = pgTable(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: key('user_id').notNull(),
    provider: text('provider', { enum: SIGN_IN_WAYS }).notNull(),
    email: text('email'),
    isEmailVerified: boolean('is_email_verified').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** What handles looked like that members gave up, as hashes. */
export const freedHandles = pgTable('freed_handles', {
  skeletonHash: bytes('skeleton_hash').primaryKey(),
  freedBy: key('freed_by'),
  freedAt: instant('freed_at').notNull().defaultNow(),
});

export const sessions = pgTable('sessions', {
  id: identity(),
  userId: key('user_id').notNull(),
  secretHash: bytes('secret_hash').notNull(),
  userAgent: text('user_agent'),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
});

/** The page that opened the popup of a sign-in: its origin, its state and its PKCE challenge. */
export type Opener = { origin: string; state: string; codeChallenge: string };

export const signInAttempts = pgTable('sign_in_attempts', {
  stateHash: bytes('state_hash').primaryKey(),
  browserHash: bytes('browser_hash').notNull(),
  provider: text('provider', { enum: PROVIDER_IDS }).notNull(),
  verifier: text('verifier').notNull(),
  destination: text('destination').notNull(),
  opener: jsonb('opener').$type<Opener>(),
  expiresAt: instant('expires_at').notNull(),
  takenAt: instant('taken_at'),
  /** Encrypted with a secret that only the browser has. */
  response: text('response'),
});

export const localSignInCodes = pgTable('local_sign_in_codes', {
  codeHash: bytes('code_hash').primaryKey(),
  provider: text('provider', { enum: PROVIDER_IDS }).notNull(),
  account: text('account').notNull(),
  codeChallenge: text('code_challenge').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Codes by email, each for the browser that has asked for it. */
export const signInCodes = pgTable('sign_in_codes', {
  browserHash: bytes('browser_hash').primaryKey(),
  email: text('email').notNull(),
  codeHash: bytes('code_hash').notNull(),
  attemptCount: integer('attempt_count').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
});

/** What members sign in with to an account that they have. */
export const passkeys = pgTable('passkeys', {
  id: identity(),
  userId: key('user_id').notNull(),
  credentialId: bytes('credential_id').notNull(),
  publicKey: bytes('public_key').notNull(),
  /** How often the authenticator has signed; 0 for those that don't count. */
  signCount: bigint('sign_count', { mode: 'number' }).notNull(),
  /** How browsers reach the authenticator, such as `usb`. */
  transports: text('transports').array().notNull(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
});

/** What an authenticator has to sign, once, for the browser or the session that has asked for it. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  browserHash: bytes('browser_hash').primaryKey(),
  challenge: text('challenge').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** Lets new members in where `SIGN_UP=invite`. */
export const invitations = pgTable('invitations', {
  id: identity(),
  tokenHash: bytes('token_hash').notNull(),
  creatorId: key('creator_id').notNull(),
  note: text('note').notNull(),
  usesMax: integer('uses_max').notNull(),
  useCount: integer('use_count').notNull().default(0),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
});

export const spentIdTokens = pgTable('spent_id_tokens', {
  tokenHash: bytes('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
