import type { ModeratedProduct } from '@/lib/contract/moderation';
import { type ListedProduct, type Product, PRODUCT_CONTENT } from '@/lib/contract/product';
import type { ProductVotes } from '@/lib/contract/reaction';
import type { ProductReference } from '@/lib/contract/product-reference';
import { iconURL, type IconSource, uploadedImageURL } from '@/lib/contract/plain/image-url';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { pick } from '@/server/base/pick';
import { type Field, readFacts } from '@/server/fields/field';
import type { AppealRow } from '@/server/queries/account/appeals';
import type { Rejection } from '@/server/queries/audit-entries';
import type { QueuePlace } from '@/server/queries/queue-entries';
import type { SubmissionRow } from '@/server/queries/edits/submission-rows';
import type { ListedProductRow, ProductRow } from '@/server/queries/products/products';
import type { VoteCountsRow } from '@/server/queries/products/votes';
import { presentOwnAppeal } from './letters';
import { shownLanguages } from './languages';
import { hostInLetters } from '@/server/text/shown-host';
import { t } from '@/lib/texts/texts';

/** `1 upvote`, `1,234,567 upvotes`. */
export const describeUpvotes = (count: number): string =>
  t('product.upvoteCount', '{count, plural, one {# upvote} other {# upvotes}}', { count });

/** A product as everyone sees it in lists. Lists every field, so that a new column stays private by default. */
export function presentListedProduct(
  row: ListedProductRow,
  { serverURL }: { serverURL: string },
): ListedProduct {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    tagline: row.tagline,
    url: row.url,
    ...hostInLetters(row.url),
    ...presentLanguages(row),
    ...(row.linkHeldAt && { linkHeldAt: row.linkHeldAt.toISOString() }),
    ...presentImages(row, serverURL),
    tags: row.tags.map(({ slug, name }) => ({ slug, name })),
    upvoteCount: row.upvoteCount,
    bookmarkCount: row.bookmarkCount,
    status: row.status,
    ...(row.rejectionReason !== null && { rejectionReason: row.rejectionReason }),
    submitter:
      row.submitterHandle === null || row.submitterName === null
        ? null
        : {
            handle: row.submitterHandle,
            name: row.submitterName,
            avatarURL: row.submitterAvatarURL,
            ...(row.submitterRole && { role: row.submitterRole }),
          },
    createdAt: row.createdAt.toISOString(),
    approvedAt: row.approvedAt?.toISOString() ?? null,
  };
}

/** Of a list's product without that of the description, which no list shows. */
function presentLanguages({ languages }: Pick<ListedProductRow, 'languages'>, isWhole = false) {
  const { description, ...listed } = shownLanguages(languages) ?? {};
  const shown = isWhole && description ? { ...listed, description } : listed;
  return Object.keys(shown).length > 0 && { languages: shown };
}

type Site = { serverURL: string; fields: readonly Field[] };

/** A product as everyone sees it on its page: with all content that the contract declares, and no other column. */
export function presentProduct(row: ProductRow, site: Site): Product {
  const facts = readFacts(site.fields, row.values).map(({ field: { key, label }, value, parts, stored }) => ({
    ...{ key, label, parts, value, source: stored.source },
    checkedAt: new Date(stored.checkedAt).toISOString(),
  }));
  return {
    ...presentListedProduct(row, site),
    ...pick(row, PRODUCT_CONTENT),
    ...presentLanguages(row, true),
    ...(facts.length > 0 && { facts }),
  };
}

function presentInputs(row: ProductRow, { fields }: Site) {
  const inputs = readFacts(fields, row.values).map(({ field: { key }, value }) => [key, value] as const);
  return inputs.length > 0 && { fields: Object.fromEntries(inputs) };
}

export function presentSubmission(
  row: SubmissionRow,
  { queuePlace, answer }: { queuePlace?: number | undefined; answer?: AppealRow | undefined },
  site: Site,
): SubmittedProduct {
  return {
    ...presentProduct(row, site),
    ...presentPublishedVersion(row, site),
    ...presentInputs(row, site),
    ...(queuePlace !== undefined && { queuePlace }),
    ...(answer && { answer: presentOwnAppeal(answer) }),
    ...(row.moderatorChanges && { moderatorChanges: row.moderatorChanges }),
  };
}

export function presentModeratedProduct(
  row: SubmissionRow,
  {
    lastRejection,
    place,
    answer,
  }: {
    lastRejection?: Rejection | undefined;
    place?: QueuePlace | undefined;
    answer?: AppealRow | undefined;
  },
  site: Site,
): ModeratedProduct {
  // A product that was decided on before came back with its last edit.
  const waitingSince =
    place?.waitingSince ?? (row.approvedAt || lastRejection ? row.updatedAt : row.createdAt);
  return {
    ...presentProduct(row, site),
    ...presentPublishedVersion(row, site),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.status === 'pending' && { waitingSince: waitingSince.toISOString() }),
    ...(place && { risk: place.risk }),
    ...(place?.snoozedUntil && { snoozedUntil: place.snoozedUntil.toISOString() }),
    ...(lastRejection && {
      lastRejection: { reason: lastRejection.reason, rejectedAt: lastRejection.createdAt.toISOString() },
    }),
    ...(answer && { answer: { text: answer.text, answeredAt: answer.createdAt.toISOString() } }),
  };
}

function presentPublishedVersion(row: SubmissionRow, { serverURL }: { serverURL: string }) {
  if (row.editStatus === null) return {};
  const { publishedName: name, publishedURL: url, publishedIconKey: iconKey, brandSlug } = row;
  const icon = iconURL({ name, iconKey, brandSlug }, serverURL);
  const screenshotURL = presentScreenshot(row.publishedScreenshotKey, serverURL);
  return { publishedVersion: { name, url, iconURL: icon, screenshotURL, imageURL: icon } };
}

export function presentProductReference(
  row: ListedProductRow,
  { serverURL, viewerId }: { serverURL: string; viewerId: string },
): ProductReference {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    url: row.url,
    ...hostInLetters(row.url),
    imageURL: iconURL(row, serverURL),
    upvoteCount: row.upvoteCount,
    status: row.status,
    isOwn: row.submitterId === viewerId,
  };
}

export function presentVotes(
  { counting, waiting, own, banned, setAside }: VoteCountsRow,
  { hot, top }: ProductVotes['places'],
): ProductVotes {
  const [under7Days, under30Days, under365Days, older] = counting;
  return {
    counting: { under7Days, under30Days, under365Days, older },
    notCounting: { waitingForAge: waiting, ofSubmitter: own, ofBanned: banned, setAside },
    places: { hot, top },
  };
}

type ImageFields = Pick<
  ListedProductRow,
  'name' | 'iconKey' | 'isIconFetched' | 'brandSlug' | 'screenshotKey'
>;

export function presentImages(row: ImageFields, serverURL: string) {
  const url = iconURL(row, serverURL);
  return {
    iconURL: url,
    iconSource: iconSourceOf(row),
    screenshotURL: presentScreenshot(row.screenshotKey, serverURL),
    imageURL: url,
  };
}

function iconSourceOf({ iconKey, isIconFetched, brandSlug }: ImageFields): IconSource {
  if (iconKey !== null) return isIconFetched ? 'site' : 'upload';
  return brandSlug === null ? 'generated' : 'brand';
}

export const presentScreenshot = (key: string | null, serverURL: string) =>
  key === null ? null : uploadedImageURL(key, serverURL);
