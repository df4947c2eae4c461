import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { Db } from '@/server/db/client';
import {
  anonymizeAuditEntries,
  deletePersonalRows,
  deleteProposedAlternatives,
  deleteReactions,
  deleteUser,
  listAccountsDueForDeletion,
  transferProducts,
} from '@/server/queries/account/account-deletion';
import { deleteEndedSessions } from '@/server/queries/account/sessions';
import { deleteExpiredSignIns } from '@/server/queries/account/sign-in';
import { listLastRejections } from '@/server/queries/audit-entries';
import { checkImageUses } from '@/server/queries/images';
import { deleteEndedTasks, leaseTask } from '@/server/queries/tasks';
import {
  countPendingAlternatives,
  listAlternatives,
  listPairs,
  listPendingAlternatives,
  listProposals,
} from '@/server/queries/products/alternatives';
import { countQueue, listQueuePlaces } from '@/server/queries/queue-entries';
import { listSubmissions, listSubmissionsByStatus } from '@/server/queries/edits/submission-rows';
import { listApprovedProducts } from '@/server/queries/products/product-listings';
import { findHotPlace } from '@/server/queries/products/votes';
import {
  findProductByCanonicalURL,
  findProductBySlug,
  listApprovedProductsById,
  listApprovedProductsOf,
} from '@/server/queries/products/products';
import type { ListFilter } from '@/server/queries/products/product-terms';
import type { ListPosition } from '@/server/queries/list-order';
import { countApprovedProductsOf, countSubmissions } from '@/server/queries/products/product-rows';
import { countDirectory, listRecentSubmitters, listTagsInDemand } from '@/server/queries/overview';
import { countRecentUpvotes } from '@/server/queries/reactions/upvote-days';
import { listUsedTags } from '@/server/queries/products/tags';
import { listCuratedTags } from '@/server/queries/tags/curated-tags';
import { findSimilarProducts } from '@/server/search/similar-products';
import { Vocabulary } from '@/server/search/vocabulary';
import { findTagBySlug } from '@/server/queries/tags/tag-names';
import { deleteExpiredRateLimits } from '@/server/queries/rate-limits';
import {
  listUpvotedAlternatives,
  updateAlternativeUpvote,
} from '@/server/queries/reactions/alternative-upvotes';
import {
  updateAlternativeUpvotesCountedInRanking,
  updateUpvotesCountedInRanking,
} from '@/server/queries/reactions/counted-upvotes';
import { insertBookmark, listBookmarks, listReactions } from '@/server/queries/reactions/reactions';
import { updateUpvotes } from '@/server/queries/reactions/upvotes';
import { exportCalls, newsletterCalls } from './measured-export-calls';
import { deep, filterCalls, limit, type MeasuredCall } from './measured-filter-calls';
import { SKEWED, SKEWED_NOW } from './skewed-rows';

export { exportCalls, type MeasuredCall };

const pairIds = Array.from({ length: 30 }, (_, index) => `${19 * (index + 1)}-301`);
const ids = Array.from({ length: 30 }, (_, index) => String(index + 1));
const { frequentUser, newUser, largeTag, smallTag, oldTag, tinyTag } = SKEWED;
const daysAgo = (days: number) => new Date(SKEWED_NOW.getTime() - days * DAY_MS);
const dayAgo = daysAgo(1);

type ListOptions = Parameters<typeof listApprovedProducts>[1];
const list = (options: Partial<ListOptions>) => (db: Db) =>
  listApprovedProducts(db, { sort: 'hot', limit, ...options });
const topSince = (days: number, options: Partial<ListOptions> = {}) =>
  list({ sort: 'top', period: { since: daysAgo(days), until: SKEWED_NOW }, ...options });
/** Read with the first of them. */
const vocabulary = new Vocabulary();
const related = (id: number) => (db: Db) =>
  findProductBySlug(db, `product-${id}`).then(
    (row) => row && findSimilarProducts({ db, vocabulary }, row, 6),
  );

const alternativesTo = (productId: string, after?: ListPosition, filter?: ListFilter) => (db: Db) =>
  listAlternatives(db, { productId, after, filter, limit });

/** What anyone may ask for. */
export const publicCalls: readonly MeasuredCall[] = [
  ['home', list({}), 340],
  ['new', list({ sort: 'new' }), 340],
  ['top of all time', list({ sort: 'top' }), 360],
  ['home, deep', list({ after: deep.hot }), 380],
  ['new, deep', list({ sort: 'new', after: deep.new }), 380],
  ['top of all time, deep', list({ sort: 'top', after: deep.top }), 380],
  ['a large tag', list({ tagId: largeTag }), 340],
  ['a large tag, new', list({ tagId: largeTag, sort: 'new' }), 340],
  ['a large tag, top', list({ tagId: largeTag, sort: 'top' }), 360],
  ['a large tag, deep', list({ tagId: largeTag, after: deep.hot }), 360],
  ['a small tag', list({ tagId: smallTag }), 340],
  ['a tag of old products', list({ tagId: oldTag }), 380],
  ['a tag of old products, new', list({ tagId: oldTag, sort: 'new' }), 380],
  ['a tag of old products, top', list({ tagId: oldTag, sort: 'top' }), 340],
  ['a tag of 3 products', list({ tagId: tinyTag }), 80],
  ['a tag of 3 products, new', list({ tagId: tinyTag, sort: 'new' }), 80],
  ['a tag of 3 products, top', list({ tagId: tinyTag, sort: 'top' }), 80],
  ['top of the day', topSince(1), 340],
  ['top of the week', topSince(7), 380],
  ['top of the month', topSince(30), 500],
  ['top of the month, deep', topSince(30, { after: deep.top }), 160],
  ['top of the day in a large tag', topSince(1, { tagId: largeTag }), 340],
  ['top of the month in a large tag', topSince(30, { tagId: largeTag }), 500],
  ['top of the month in a tag of old products', topSince(30, { tagId: oldTag }), 160],
  ['top of the month in a tag of 3 products', topSince(30, { tagId: tinyTag }), 170],
  ...filterCalls,
  ['a product', (db) => findProductBySlug(db, 'product-301'), 70],
  ['the place of the first product', (db) => findHotPlace(db, { hot: 1e4, id: '1' }), 20],
  ['the place of the last product', (db) => findHotPlace(db, { hot: -1e5, id: '1' }), 60],
  ['related products', related(301), 140],
  ['related products of one with a tag of old ones', related(7), 140],
  ['related products of one with a tag of 3', related(201), 150],
  ['the alternatives to a product with a thousand', alternativesTo('301'), 200],
  ['the last alternatives to a product with a thousand', alternativesTo('301', { value: 1, id: '1' }), 200],
  [
    'the filtered alternatives to a product with a thousand',
    alternativesTo('301', undefined, { values: [{ key: 'price', termIds: [1] }], ranges: [] }),
    480,
  ],
  ['the alternatives to a product with few', alternativesTo('77'), 60],
  ['the alternatives among four products', (db) => listPairs(db, ['76', '77', '78', '301']), 60],
  // Includes the names of merged tags.
  ['the tags', listUsedTags, 32],
  ['the tags in demand', (db) => listTagsInDemand(db, 12), 20],
  ['the last submitters', (db) => listRecentSubmitters(db, 8), 40],
  ['the counts of the directory', (db) => countDirectory(db, SKEWED_NOW), 20],
  ['a tag', (db) => findTagBySlug(db, 'tag-9'), 30],
  ['a profile', (db) => listApprovedProductsOf(db, { submitterId: frequentUser, limit }), 460],
  ['the number of products on a profile', (db) => countApprovedProductsOf(db, frequentUser), 20],
];

const submissions = (status: 'approved' | 'pending' | 'rejected' | 'discontinued') => (db: Db) =>
  listSubmissions(db, { submitterId: frequentUser, status, limit });
const moderated = (status: 'approved' | 'pending' | 'rejected' | 'removed' | 'discontinued') => (db: Db) =>
  listSubmissionsByStatus(db, { status, limit });
/** A product that lists show, of which neither user has an upvote or a bookmark. */
const reaction = { productId: '301', createdAt: SKEWED_NOW };
const upvote = { ...reaction, userId: newUser, isWanted: true };

/** What members and moderators ask for. */
export const memberCalls: readonly MeasuredCall[] = [
  ['the products of a page', (db) => listApprovedProductsById(db, ids), 460],
  ['the reactions to a page', (db) => listReactions(db, frequentUser, ids), 200],
  ['bookmarks', (db) => listBookmarks(db, { userId: frequentUser, limit }), 200],
  ['own published products', submissions('approved'), 580],
  ['own pending products', submissions('pending'), 50],
  ['own rejected products', submissions('rejected'), 50],
  ['own discontinued products', submissions('discontinued'), 70],
  ['the number of own products', (db) => countSubmissions(db, frequentUser), 20],
  ['places in the queue', (db) => listQueuePlaces(db, ids, new Date()), 20],
  ['who has a URL', (db) => findProductByCanonicalURL(db, 'p301.example'), 60],
  ['an upvote that counts', (db) => updateUpvotes(db, [{ ...upvote, countsInRanking: true }]), 560],
  [
    'an upvote that does not count yet',
    (db) => updateUpvotes(db, [{ ...upvote, countsInRanking: false }]),
    120,
  ],
  ['a bookmark', (db) => insertBookmark(db, { ...reaction, userId: newUser }), 80],
  ["the moderators' queue", moderated('pending'), 480],
  ['published products for moderators', moderated('approved'), 440],
  ['rejected products for moderators', moderated('rejected'), 420],
  ['removed products for moderators', moderated('removed'), 440],
  ['discontinued products for moderators', moderated('discontinued'), 70],
  ['the last rejections on a page of the queue', (db) => listLastRejections(db, ids), 90],
  ['tags for moderators', (db) => listCuratedTags(db, { prefix: 'tag-1', state: 'all', limit: 31 }), 200],
  ['the length of the queue', (db) => countQueue(db, SKEWED_NOW), 20],
  [
    'an upvote of an alternative',
    (db) => updateAlternativeUpvote(db, { ...upvote, id: '57-301', countsInRanking: true }),
    100,
  ],
  ['the upvoted alternatives on a page', (db) => listUpvotedAlternatives(db, frequentUser, pairIds), 250],
  ['own proposals', (db) => listProposals(db, { proposerId: frequentUser, limit }), 60],
  ['the alternatives that wait', (db) => listPendingAlternatives(db, { limit }), 250],
  ['the number of alternatives that wait', (db) => countPendingAlternatives(db, 5_000), 20],
];

const batch = 1_000;
const accountsUntil = (date: Date) => (db: Db) =>
  updateUpvotesCountedInRanking(db, { accountsCreatedUntil: date, limit: batch });
const alternativeAccountsUntil = (date: Date) => (db: Db) =>
  updateAlternativeUpvotesCountedInRanking(db, { accountsCreatedUntil: date, limit: batch });
const lease = {
  isRepeatable: true,
  pausedGroups: [],
  now: SKEWED_NOW,
  leasedUntil: new Date(SKEWED_NOW.getTime() + HOUR_MS),
};

/**
 * What jobs do, most of them without finding anything. Calls that change rows have wider limits: they meet row versions
 * of calls before them that were rolled back. PostgreSQL removes such versions at times that depend on its other
 * transactions: deleting an account touches 1,578 to 1,818 blocks.
 */
export const jobCalls: readonly MeasuredCall[] = [
  ['counting no upvotes', accountsUntil(dayAgo), 120],
  ['counting the 20 upvotes of a new user', accountsUntil(SKEWED_NOW), 3_500],
  ['counting the 20 upvotes of alternatives of a new user', alternativeAccountsUntil(SKEWED_NOW), 1_900],
  ['counting no upvotes of alternatives', alternativeAccountsUntil(dayAgo), 120],
  ['counting the upvotes of today', (db) => countRecentUpvotes(db, SKEWED_NOW), 200],
  ['deleting no unused images', (db) => checkImageUses(db, dayAgo, 100), 20],
  ['finding no upload to process', (db) => leaseTask(db, 'image', lease), 20],
  ['finding no email to send', (db) => leaseTask(db, 'email', lease), 20],
  ['finding no account to delete', (db) => listAccountsDueForDeletion(db, dayAgo), 20],
  ['deleting no sign-in', (db) => deleteExpiredSignIns(db, SKEWED_NOW), 20],
  ['deleting no rate limit', (db) => deleteExpiredRateLimits(db, SKEWED_NOW), 20],
  ['deleting no session', (db) => deleteEndedSessions(db, dayAgo), 20],
  ['deleting no email', (db) => deleteEndedTasks(db, 'email', { before: dayAgo, limit: 1_000 }), 20],
  ...newsletterCalls,
  ['deleting an account with 20 upvotes of products and of alternatives', deleteAccount, 3_800],
];

async function deleteAccount(db: Db): Promise<void> {
  await deleteReactions(db, newUser);
  await deleteProposedAlternatives(db, newUser);
  await transferProducts(db, newUser);
  await deletePersonalRows(db, newUser);
  await anonymizeAuditEntries(db, newUser);
  await deleteUser(db, newUser);
}
