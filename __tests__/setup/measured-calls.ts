import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import type { Db } from '@/server/db/client';
import {
  anonymizeAuditEntries,
  deleteReactions,
  deleteUser,
  listAccountsDueForDeletion,
  transferProducts,
} from '@/server/queries/account/account-deletion';
import { deletePersonalRows } from '@/server/queries/account/personal-data';
import { deleteEndedSessions } from '@/server/queries/account/sessions';
import { deleteExpiredSignIns } from '@/server/queries/account/sign-in';
import { listLastRejections } from '@/server/queries/audit-entries';
import { checkImageUses, claimQueuedImage } from '@/server/queries/images';
import { claimDueEmail, deleteGivenUpEmails } from '@/server/queries/mail-outbox';
import { listSubmissions, listSubmissionsByStatus } from '@/server/queries/products/product-edits';
import { listApprovedProducts, listRelatedProducts } from '@/server/queries/products/product-listings';
import {
  findProductByCanonicalURL,
  findProductBySlug,
  listApprovedProductsById,
  listApprovedProductsOf,
} from '@/server/queries/products/products';
import {
  countApprovedProductsOf,
  countPendingProducts,
  countSubmissions,
  listQueuePlaces,
} from '@/server/queries/products/submissions';
import { findTagBySlug, listUsedTags } from '@/server/queries/products/tags';
import { deleteExpiredRateLimits } from '@/server/queries/rate-limits';
import { insertBookmark, listBookmarks } from '@/server/queries/reactions/bookmarks';
import { listReactions } from '@/server/queries/reactions/reactions';
import { updateUpvotes, updateUpvotesCountedInRanking } from '@/server/queries/reactions/upvotes';
import { SKEWED, SKEWED_NOW } from './skewed-rows';

/** A call on the rows of `insertSkewedRows`, and the most blocks that it may touch with 20,000 products. */
export type MeasuredCall = [name: string, call: (db: Db) => Promise<unknown>, blocksMax: number];

/** A page of 30, and the row after it. */
const limit = 31;
const ids = Array.from({ length: 30 }, (_, index) => String(index + 1));
const { frequentUser, newUser, largeTag, smallTag, oldTag, tinyTag } = SKEWED;
const daysAgo = (days: number) => new Date(SKEWED_NOW.getTime() - days * DAY_MS);
const dayAgo = daysAgo(1);

type ListOptions = Parameters<typeof listApprovedProducts>[1];
const list = (options: Partial<ListOptions>) => (db: Db) =>
  listApprovedProducts(db, { sort: 'hot', limit, ...options });
const topSince = (days: number, options: Partial<ListOptions> = {}) =>
  list({ sort: 'top', period: { since: daysAgo(days), until: SKEWED_NOW }, ...options });
const related = (id: number) => (db: Db) =>
  listRelatedProducts(db, { slug: `product-${id}`, status: 'approved', limit: 6 });

/** After nine tenths of the products, or after all that have an upvote. */
const deep = {
  hot: { value: daysAgo(360).getTime() / 45_000_000, id: '1' },
  new: { value: daysAgo(360), id: '1' },
  top: { value: 0, id: '900' },
};

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
  ['a product', (db) => findProductBySlug(db, 'product-301'), 70],
  ['related products', related(301), 140],
  ['related products of one with a tag of old ones', related(7), 140],
  ['related products of one with a tag of 3', related(201), 150],
  ['the tags', listUsedTags, 20],
  ['a tag', (db) => findTagBySlug(db, 'tag-9'), 20],
  ['a profile', (db) => listApprovedProductsOf(db, { submitterId: frequentUser, limit }), 460],
  ['the number of products on a profile', (db) => countApprovedProductsOf(db, frequentUser), 20],
];

const submissions = (status: 'approved' | 'pending' | 'rejected') => (db: Db) =>
  listSubmissions(db, { submitterId: frequentUser, status, limit });
const moderated = (status: 'approved' | 'pending' | 'rejected' | 'removed') => (db: Db) =>
  listSubmissionsByStatus(db, { status, limit });
/** A product that lists show, of which neither user has an upvote or a bookmark. */
const reaction = { productId: '301', createdAt: SKEWED_NOW };
const upvote = { ...reaction, userId: newUser, isWanted: true };

/** What members and moderators ask for. */
export const memberCalls: readonly MeasuredCall[] = [
  ['the products of a page', (db) => listApprovedProductsById(db, ids), 460],
  ['the reactions to a page', (db) => listReactions(db, frequentUser, ids), 200],
  ['bookmarks', (db) => listBookmarks(db, { userId: frequentUser, limit }), 200],
  ['own published products', submissions('approved'), 480],
  ['own pending products', submissions('pending'), 50],
  ['own rejected products', submissions('rejected'), 50],
  ['the number of own products', (db) => countSubmissions(db, frequentUser), 20],
  ['places in the queue', (db) => listQueuePlaces(db, ids), 20],
  ['who has a URL', (db) => findProductByCanonicalURL(db, 'p301.example'), 60],
  ['an upvote that counts', (db) => updateUpvotes(db, [{ ...upvote, countsInRanking: true }]), 280],
  [
    'an upvote that does not count yet',
    (db) => updateUpvotes(db, [{ ...upvote, countsInRanking: false }]),
    100,
  ],
  ['a bookmark', (db) => insertBookmark(db, { ...reaction, userId: newUser }), 80],
  ["the moderators' queue", moderated('pending'), 400],
  ['published products for moderators', moderated('approved'), 360],
  ['rejected products for moderators', moderated('rejected'), 340],
  ['removed products for moderators', moderated('removed'), 360],
  ['the last rejections on a page of the queue', (db) => listLastRejections(db, ids), 90],
  ['the length of the queue', countPendingProducts, 20],
];

const batch = 1_000;
const accountsUntil = (date: Date) => (db: Db) =>
  updateUpvotesCountedInRanking(db, { accountsCreatedUntil: date, limit: batch });
const lease = { now: SKEWED_NOW, claimedUntil: new Date(SKEWED_NOW.getTime() + HOUR_MS) };

/** What jobs do, most of them without finding anything. */
export const jobCalls: readonly MeasuredCall[] = [
  ['counting no upvotes', accountsUntil(dayAgo), 60],
  ['counting the 20 upvotes of a new user', accountsUntil(SKEWED_NOW), 1_800],
  ['deleting no unused images', (db) => checkImageUses(db, dayAgo, 100), 20],
  ['finding no upload to process', (db) => claimQueuedImage(db, lease), 20],
  ['finding no email to send', (db) => claimDueEmail(db, lease), 20],
  ['finding no account to delete', (db) => listAccountsDueForDeletion(db, dayAgo), 20],
  ['deleting no sign-in', (db) => deleteExpiredSignIns(db, SKEWED_NOW), 20],
  ['deleting no rate limit', (db) => deleteExpiredRateLimits(db, SKEWED_NOW), 20],
  ['deleting no session', (db) => deleteEndedSessions(db, dayAgo), 20],
  ['deleting no email', (db) => deleteGivenUpEmails(db, dayAgo), 20],
  ['deleting an account with 20 upvotes', deleteAccount, 1_600],
];

async function deleteAccount(db: Db): Promise<void> {
  await deleteReactions(db, newUser);
  await transferProducts(db, newUser);
  await deletePersonalRows(db, newUser);
  await anonymizeAuditEntries(db, newUser);
  await deleteUser(db, newUser);
}
