import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { createHash } from 'node:crypto';
import { getDomain, getHostname } from 'tldts';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { findSubmissionById } from '@/server/queries/edits/submission-rows';
import {
  findRiskSignals,
  listUndescribedEntries,
  type RiskSignals,
  snoozeQueueEntry,
  updateQueueDescription,
  updateQueueEntry,
} from '@/server/queries/queue-entries';
import { lockProduct } from '@/server/queries/products/product-rows';
import { hasOwnIcon } from '@/server/web/shared-hosts';
import { logAction } from '@/server/commands/log-action';
import { ApiError } from '@/server/base/errors';
import type { Viewer } from '@/server/policies/viewer';
import { text } from '@/lib/texts/texts';

/** How much later an entry comes up for each point of its risk, of at most 10. The worst one waits 30 hours longer. */
const DELAY_MS = 3 * HOUR_MS;

type Described = { name: string; tagline: string; description: string; url: string };

/**
 * Stores the site and the hash of the texts of a product in the queue, and its risk. Does nothing for other products.
 * Call it in the transaction that changes the product.
 */
export async function describeQueueEntry(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  version: Described,
): Promise<void> {
  const described = { site: siteOf(version.url), textHash: hashTexts(version) };
  const signals = await findRiskSignals(db, id, described);
  if (!signals) return;
  // Many people publish at a shared host.
  const isShared = canParseURL(version.url) && !hasOwnIcon(new URL(version.url));
  const risk = riskOf(isShared ? { ...signals, pendingOfSite: 0 } : signals, now());
  await updateQueueEntry(db, id, { ...described, risk, delayMs: risk * DELAY_MS });
}

/** Stores the site and the hash of the texts of a product in the queue, which keeps its risk and its place. */
export const describeInPlace = (db: Deps['db'], id: string, version: Described): Promise<void> =>
  updateQueueDescription(db, id, { site: siteOf(version.url), textHash: hashTexts(version) });

/** Describes the entries that an older build or the import has added. @returns how many it has found. */
export async function describeQueueEntries(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  limit: number,
): Promise<number> {
  const ids = await listUndescribedEntries(db, limit);
  for (const id of ids) {
    await db.transaction(async (tx) => {
      await lockProduct(tx, id);
      const product = await findSubmissionById(tx, id);
      if (product) await describeQueueEntry({ db: tx, now }, id, product);
    });
  }
  return ids.length;
}

/** The registrable domain; on hosts such as `github.io`, that of the user. */
export const siteOf = (url: string): string =>
  getDomain(url, { allowPrivateDomains: true }) ?? getHostname(url) ?? url;

/** Equal for texts that differ only in the product's name, numbers, signs and case. */
function hashTexts({ name, tagline, description }: Described): Buffer {
  const letters = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim();
  const ownName = letters(name);
  const texts = ` ${letters(`${tagline} ${description}`)} `;
  const common = ownName === '' ? texts : texts.replaceAll(` ${ownName} `, ' ');
  return createHash('sha256').update(common).digest();
}

/** 0 to 10. */
function riskOf(signals: RiskSignals, now: Date): number {
  const { accountCreatedAt, rejected, pendingOfMember, pendingOfSite, pendingOfText } = signals;
  const ageMs = accountCreatedAt ? now.getTime() - accountCreatedAt.getTime() : Infinity;
  const points = [
    ageMs < DAY_MS ? 2 : Number(ageMs < 7 * DAY_MS),
    Math.min(rejected, 3),
    several(pendingOfMember),
    several(pendingOfSite),
    several(pendingOfText) + Number(pendingOfText > 0),
  ];
  return Math.min(
    points.reduce((sum, point) => sum + point, 0),
    10,
  );
}

const several = (count: number): number => Number(count >= 3) + Number(count >= 10);

/** @throws ApiError `not_found` when the product was withdrawn, `conflict` when it is not pending. */
export async function snoozeProduct(
  { db, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  viewer: Pick<Viewer, 'userId'>,
  id: string,
  days: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const product = await lockProduct(tx, id);
    if (!product) throw new ApiError('not_found', text('product.gone', 'This {noun} is gone.'));
    const { name, slug, reviewStatus } = product;
    if (reviewStatus !== 'pending')
      throw new ApiError(
        'conflict',
        text('product.notInQueue', "{name} isn't in the queue any more.", { name }),
      );
    const until = days === 0 ? null : new Date(now().getTime() + days * DAY_MS);
    await snoozeQueueEntry(tx, id, until);
    await logAction(tx, viewer, {
      action: 'product.snooze',
      subject: { productId: id },
      details: { name, slug, until: until && until.toISOString() },
      createdAt: now(),
    });
  });
}
