import { LRUCache } from 'lru-cache';
import { unsubscribeWithOneClickCall } from '@/lib/contract/newsletter';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/contract/plain/durations';
import type { Deps } from '@/server/deps';
import { type IssueEmail, presentIssue } from '@/server/presenters/newsletter';
import {
  findChosenTags,
  findLatestIssue,
  insertIssue,
  type IssueSpan,
} from '@/server/queries/newsletter-issues';
import { listApprovedProducts } from '@/server/queries/products/product-listings';
import type { ListedProductRow } from '@/server/queries/products/products';
import { tileInitials } from '@/server/tiles/tile';

const WEEK_MS = 7 * DAY_MS;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** When an issue is due on its day, in UTC. */
const HOUR_OF_DAY = 8;
const productsPerIssue = 10;

const mondayOf = (now: Date) =>
  Math.floor((now.getTime() - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;

/** Whether an issue is due: for a day from 08:00 UTC on its day of the week. */
export function isIssueDue(now: Date, dayOfWeek: number | undefined): boolean {
  if (dayOfWeek === undefined) return false;
  const sinceMs = now.getTime() - mondayOf(now) - dayOfWeek * DAY_MS - HOUR_OF_DAY * HOUR_MS;
  return sinceMs >= 0 && sinceMs < DAY_MS;
}

/** The issue of the present week: what was approved since the last one, and within the last 7 days. */
export async function nextIssue({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<IssueSpan> {
  const until = now();
  const latest = await findLatestIssue(db);
  const sinceMs = Math.max(until.getTime() - WEEK_MS, latest?.until.getTime() ?? 0);
  const week = new Date(mondayOf(until)).toISOString().slice(0, 10);
  return { week, since: new Date(sinceMs), until };
}

type IssueOutcome = 'queued' | 'exists' | 'empty' | 'no-recipients';

/**
 * Creates the issue of the present week. The job `send-newsletter` adds its deliveries and sends them. Without anybody who
 * would get it, there is none, and the week can still have one.
 */
export async function createIssue(deps: Pick<Deps, 'db' | 'now'>): Promise<IssueOutcome> {
  const issue = await nextIssue(deps);
  if ((await findLatestIssue(deps.db))?.week === issue.week) return 'exists';
  const readIssue = createIssueReader(deps);
  const products = await readIssue(issue, null);
  if (products.length === 0) return 'empty';
  if (!(await hasRecipient(deps, issue, readIssue))) return 'no-recipients';
  return (await insertIssue(deps.db, issue)) ? 'queued' : 'exists';
}

/** The best products of an issue, best first: of all, or of those with one of these tags. */
export type IssueReader = (
  issue: Pick<IssueSpan, 'since' | 'until'>,
  tagIds: readonly string[] | null,
) => Promise<ListedProductRow[]>;

/** Subscribers can choose any number of tags together. */
const CHOSEN_TAGS_MAX = 500;

/** Whether somebody has subscribed to all products, or to a tag with one of the issue. */
async function hasRecipient(
  { db }: Pick<Deps, 'db'>,
  issue: Pick<IssueSpan, 'since' | 'until'>,
  readIssue: IssueReader,
): Promise<boolean> {
  const { areAllChosen, tagIds } = await findChosenTags(db, CHOSEN_TAGS_MAX);
  if (areAllChosen || tagIds.length === CHOSEN_TAGS_MAX) return true;
  for (const tagId of tagIds) if ((await readIssue(issue, [tagId])).length > 0) return true;
  return false;
}

/** Remembers the products of each tag for a minute, so that an issue costs few queries however many subscribe. */
export function createIssueReader({ db }: Pick<Deps, 'db'>): IssueReader {
  const known = new LRUCache<string, Promise<ListedProductRow[]>>({ max: 200, ttl: MINUTE_MS });
  return async ({ since, until }, tagIds) => {
    const read = (tagId?: string) => {
      const key = `${since.getTime()} ${until.getTime()} ${tagId ?? 'all'}`;
      const products =
        known.get(key) ??
        listApprovedProducts(db, {
          ...{ sort: 'top', limit: productsPerIssue, period: { since, until } },
          ...(tagId !== undefined && { tagId }),
        });
      known.set(key, products);
      products.catch(() => known.delete(key));
      return products;
    };
    if (tagIds === null) return read();
    const found = new Map<string, ListedProductRow>();
    for (const tagId of tagIds) for (const row of await read(tagId)) found.set(row.id, row);
    return [...found.values()]
      .sort((a, b) => b.rankingUpvoteCount - a.rankingUpvoteCount || Number(BigInt(b.id) - BigInt(a.id)))
      .slice(0, productsPerIssue);
  };
}

const initialsOf = (name: string) => tileInitials(name).join('');

type IssueDeps = Pick<Deps, 'env' | 'newsletterLinks'>;

/** The email of an issue to one subscriber. */
export function composeIssue(
  { env, newsletterLinks }: IssueDeps,
  {
    products,
    until,
    subscriberId,
  }: { products: readonly ListedProductRow[]; until: Date; subscriberId: string },
): IssueEmail & { unsubscribeURL: string } {
  const token = newsletterLinks.sign(subscriberId);
  const { siteURL, serverURL } = env;
  const links = {
    preferencesURL: `${siteURL}/newsletter?preferences=${token}`,
    unsubscribeURL: `${siteURL}/newsletter?unsubscribe=${token}`,
  };
  const calls = serverURL.startsWith('/') ? siteURL + serverURL : serverURL;
  return {
    ...presentIssue({ products, until, initialsOf, ...links }, env),
    unsubscribeURL: `${calls}${unsubscribeWithOneClickCall.path}?token=${token}`,
  };
}

/** The issue as someone sees it who is no subscriber: its links lead to the page of the newsletter. */
export async function previewIssue(deps: Pick<Deps, 'db' | 'env' | 'now'>): Promise<IssueEmail | undefined> {
  const { since, until } = await nextIssue(deps);
  const products = await createIssueReader(deps)({ since, until }, null);
  if (products.length === 0) return undefined;
  const page = `${deps.env.siteURL}/newsletter`;
  return presentIssue({ products, until, initialsOf, preferencesURL: page, unsubscribeURL: page }, deps.env);
}
