import { DAY_MS } from '@/lib/contract/plain/durations';
import { AGREEMENT_RULES } from '@/lib/contract/plain/product-parts';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import type { Deps } from '@/server/deps';
import { type KeptContent, readKeptContent, writeKeptContent } from '@/server/queries/account/kept-content';
import { inboxOf } from '@/server/commands/count-email';
import { returnWithdrawnClaims } from '@/server/commands/sites/claim-product';
import { inTransaction } from '@/server/queries/write-conflict';
import { listIdentities } from '@/server/queries/account/identities';
import {
  countLostDigests,
  deleteExpiredRecords,
  deleteRecordOf,
  insertDigestKey,
  keepOtherDigests,
  listDigestKeys,
  listRecordsByDigest,
  listUnsettledAccounts,
  moveDigests,
  updateDigestKey,
  upsertRecord,
} from '@/server/queries/account/kept-records';
import { lockMember } from '@/server/queries/account/members';
import { digestOf } from '@/server/sessions/key-ring';
import { startBanOf } from './start-ban';

type RecordDeps = Pick<Deps, 'db' | 'digestKeys' | 'now'>;
type ReturnDeps = RecordDeps & Pick<Deps, 'env'>;
type Person = { issuer: string; subject: string; email: string | null; isEmailVerified: boolean };

/**
 * Keeps the digests by which a banned or suspended member is recognized, also by the email that a provider states now and
 * not later. Call it in the transaction of the measure.
 */
export async function keepDigests(deps: RecordDeps, userId: string): Promise<void> {
  const digests = await digestsOf(deps, await listIdentities(deps.db, userId));
  await upsertRecord(deps.db, { userId, content: null, expiresAt: null }, digests);
}

/** Keeps what has to outlive a member's account, or nothing. Call it in the transaction that deletes the account. */
export async function keepRecord(deps: RecordDeps, userId: string): Promise<void> {
  const { db, now } = deps;
  const content = await readKeptContent(db, userId);
  const expiresAt = content && findEnd(content, now());
  if (!content || expiresAt === 'over') {
    await deleteRecordOf(db, userId);
    return;
  }
  const digests = await digestsOf(deps, await listIdentities(db, userId));
  await upsertRecord(db, { userId, content, expiresAt: expiresAt ?? null }, digests);
}

/**
 * Forgets the ways to sign in of a locked member who is neither banned nor suspended any more: they lead to the account, which says
 * what counts. The digests of other ways, by which earlier accounts are recognized, stay while something counts.
 */
export async function forgetDigests(deps: RecordDeps, userId: string): Promise<void> {
  const content = await readKeptContent(deps.db, userId);
  const expiresAt = content && findEnd(content, deps.now());
  if (!content || expiresAt === 'over') return deleteRecordOf(deps.db, userId);
  const own = await digestsOf(deps, await listIdentities(deps.db, userId), { isMadeIfMissing: false });
  await keepOtherDigests(deps.db, { userId, expiresAt: expiresAt ?? null }, own);
}

/**
 * Gives an account what counts of earlier accounts of the same person. A ban takes what any ban takes, because the account may be an
 * old one. Call it in the transaction that adds the person's identity: at sign-up, or as another way to sign in.
 */
export async function returnRecords(deps: ReturnDeps, userId: string, person: Person): Promise<void> {
  const { db } = deps;
  const found = await listRecordsByDigest(db, await digestsOf(deps, [person], { isMadeIfMissing: false }));
  const records = found.filter((record) => record.userId !== userId);
  for (const record of records) {
    const content = record.content ?? (record.userId && (await readKeptContent(db, record.userId)));
    if (content) await returnContent(deps, userId, content);
  }
  if (records.length === 0) return;
  await keepDigests(deps, userId);
  await moveDigests(
    db,
    records.map(({ id }) => id),
    userId,
  );
}

async function returnContent(deps: ReturnDeps, userId: string, content: KeptContent): Promise<void> {
  const member = await lockMember(deps.db, userId);
  if (!member) return;
  await writeKeptContent(deps.db, userId, content);
  await returnWithdrawnClaims(deps, userId, content.withdrawnClaims ?? []);
  if (content.bannedAt === null || member.bannedAt) return;
  await startBanOf(deps, userId, { bannedAt: new Date(content.bannedAt), banReason: content.banReason });
}

/** Deletes what no longer counts, and encrypts the keys of the digests with the first session key. */
export async function purgeRecords({
  db,
  digestKeys,
  logger,
  now,
}: Pick<Deps, 'db' | 'digestKeys' | 'logger' | 'now'>): Promise<void> {
  await deleteExpiredRecords(db, now());
  for (const userId of await listUnsettledAccounts(db, now())) {
    await inTransaction(db, async (tx) => {
      const member = await lockMember(tx, userId);
      const isBarred = !member || member.bannedAt || (member.suspendedUntil && member.suspendedUntil > now());
      if (!isBarred) await forgetDigests({ db: tx, digestKeys, now }, userId);
    });
  }
  const lostIds: string[] = [];
  for (const key of await listDigestKeys(db)) {
    if (!digestKeys.open(key)) lostIds.push(key.id);
    const sealed = digestKeys.sealAgain(key);
    if (sealed) await updateDigestKey(db, key, sealed);
  }
  const count = await countLostDigests(db, lostIds);
  if (count > 0) {
    logger.warn(
      { count },
      'Banned members who deleted their account may not be recognized: add the former key to SESSION_KEYS.',
    );
  }
}

async function digestsOf(
  { db, digestKeys }: Pick<Deps, 'db' | 'digestKeys'>,
  people: readonly Person[],
  { isMadeIfMissing = true }: { isMadeIfMissing?: boolean } = {},
) {
  const listOpen = async () =>
    (await listDigestKeys(db)).flatMap((row) => {
      const key = digestKeys.open(row);
      return key ? [{ key, keyId: row.id }] : [];
    });
  let keys = await listOpen();
  if (keys.length === 0 && isMadeIfMissing) {
    await insertDigestKey(db, digestKeys.create());
    keys = await listOpen();
  }
  return keys.flatMap(({ key, keyId }) =>
    people.flatMap(textsOf).map((text) => ({ digest: digestOf(key, text), keyId })),
  );
}

/** By an email, also every other spelling of its inbox is recognized, or one inbox would have an account for each. */
const textsOf = ({ issuer, subject, email, isEmailVerified }: Person): string[] => [
  `identity\n${issuer}\n${subject}`,
  ...(email !== null && isEmailVerified
    ? [...new Set([email.toLowerCase(), inboxOf(email)])].map((each) => `email\n${each}`)
    : []),
];

/** When a record no longer counts: undefined for a ban or a withdrawn claim, `over` when nothing counts now. */
function findEnd(content: KeptContent, now: Date): Date | 'over' | undefined {
  const { rings = [], suggestionRejectedAt = null, withdrawnClaims = [] } = content;
  if (content.bannedAt !== null || withdrawnClaims.length > 0) return undefined;
  const after = (at: string, days: number) => Date.parse(at) + days * DAY_MS;
  const ends = [
    ...(content.suspendedUntil === null ? [] : [Date.parse(content.suspendedUntil)]),
    ...[...content.measures, ...content.notes].map(({ createdAt }) =>
      after(createdAt, MEMBER_LIMITS.recordDays),
    ),
    ...rings.map(({ setAsideAt }) => after(setAsideAt, MEMBER_LIMITS.recordDays)),
    ...[...content.rejections, { rejectedAt: suggestionRejectedAt }].flatMap(({ rejectedAt }) =>
      rejectedAt === null ? [] : after(rejectedAt, AGREEMENT_RULES.calmDays),
    ),
  ].filter((end) => end > now.getTime());
  return ends.length === 0 ? 'over' : new Date(Math.max(...ends));
}
