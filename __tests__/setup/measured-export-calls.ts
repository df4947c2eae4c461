import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { Db } from '@/server/db/client';
import {
  countDeliveries,
  countSubscribers,
  deleteOldIssue,
  findLatestIssue,
  listUncertainDeliveries,
  queueDeliveries,
} from '@/server/queries/newsletter-issues';
import { endInterruptedTasks, leaseTask } from '@/server/queries/tasks';
import { listDataRows, listSectionedRows } from '@/server/queries/products/open-data';
import { readDescriptions } from '@/server/queries/products/products';
import {
  findLastIdOfPart,
  listSitemapParts,
  listSitemapRows,
  type SitemapKind,
} from '@/server/queries/products/sitemap';
import type { MeasuredCall } from './measured-filter-calls';
import { SKEWED, SKEWED_NOW } from './skewed-rows';

const ids = Array.from({ length: 30 }, (_, index) => String(index + 1));
const sitemapRows = (kind: SitemapKind) => (db: Db) =>
  listSitemapRows(db, kind, { afterId: 9_000, lastId: 10_000 });
const sitemapParts = (kind: SitemapKind) => (db: Db) => listSitemapParts(db, kind, 50_000);
const sitemapPart = (kind: SitemapKind) => (db: Db) => findLastIdOfPart(db, kind, { part: 0, size: 50_000 });
const rowsFrom = (sectionSlug: string, productId: string) => (db: Db) =>
  listSectionedRows(db, { after: { sectionSlug, productId }, limit: 200 });

/** What feeds, sitemaps and open data read: a part of a file at a time. */
export const exportCalls: readonly MeasuredCall[] = [
  ['the descriptions in a feed', (db) => readDescriptions(db, ids), 130],
  ['the parts of the sitemap with products', sitemapParts('products'), 20],
  ['the parts of the sitemap with tags', sitemapParts('tags'), 20],
  ['the parts of the sitemap with alternatives', sitemapParts('alternatives'), 100],
  ['a part of the sitemap with alternatives', sitemapPart('alternatives'), 100],
  ['1,000 products of a sitemap', sitemapRows('products'), 60],
  ['1,000 tags of a sitemap', sitemapRows('tags'), 20],
  ['1,000 pages of alternatives in a sitemap', sitemapRows('alternatives'), 9_000],
  ['200 products of open data', (db) => listDataRows(db, { afterId: '9000', limit: 200 }), 2_900],
  ['the last products of open data', (db) => listDataRows(db, { afterId: '99999999', limit: 200 }), 25],
  ['200 products of the first sections', rowsFrom('', '0'), 9_000],
  ['200 products of a large section', rowsFrom(`tag-${SKEWED.largeTag}`, '9000'), 9_000],
  ['200 products of small sections', rowsFrom(`tag-${SKEWED.smallTag}`, '9000'), 16_000],
  ['the last products of sections', rowsFrom('tag-99', '99999999'), 400],
];

const hour = new Date(SKEWED_NOW.getTime() + HOUR_MS);
const lease = { isRepeatable: true, pausedGroups: [], now: SKEWED_NOW, leasedUntil: hour };

/** What the job that sends the newsletter does, and what owners ask about it. */
export const newsletterCalls: readonly MeasuredCall[] = [
  ['the number of subscribers', countSubscribers, 60],
  ['the issue of the week', findLatestIssue, 20],
  ['queueing 1,000 deliveries', (db) => queueDeliveries(db, { now: SKEWED_NOW, limit: 1_000 }), 25_000],
  ['leasing a delivery', (db) => leaseTask(db, 'issue', lease), 80],
  ['finding no delivery that is due', (db) => leaseTask(db, 'issue', { ...lease, now: new Date(0) }), 20],
  ['ending interrupted deliveries', (db) => endInterruptedTasks(db, 'issue', SKEWED_NOW), 4_000],
  ['the uncertain deliveries', (db) => listUncertainDeliveries(db, { afterId: '0', limit: 200 }), 400],
  ['the deliveries of an issue by status', (db) => countDeliveries(db, '2'), 300],
  ['finding no old issue', (db) => deleteOldIssue(db, { before: new Date(0), limit: 1_000 }), 20],
  [
    'deleting 1,000 deliveries of an old issue',
    (db) => deleteOldIssue(db, { before: new Date(SKEWED_NOW.getTime() - 5 * DAY_MS), limit: 1_000 }),
    9_000,
  ],
];
