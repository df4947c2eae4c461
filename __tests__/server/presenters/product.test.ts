import {
  presentListedProduct,
  presentModeratedProduct,
  presentProduct,
  presentProductReference,
  presentSubmission,
} from '@/server/presenters/product';
import type { SubmissionRow } from '@/server/queries/edits/submission-rows';
import type { ProductRow } from '@/server/queries/products/products';

const site = { serverURL: '/api', fields: [] };
const at = (day: number) => new Date(Date.UTC(2026, 5, day));
const row: ProductRow & SubmissionRow = {
  id: '7',
  slug: 'acme',
  name: 'Acme',
  tagline: 'A tool for people',
  url: 'https://acme.example/',
  iconKey: null,
  isIconFetched: false,
  brandSlug: null,
  linkHeldAt: null,
  screenshotKey: null,
  tags: [{ slug: 'react', name: 'React' }],
  upvoteCount: 12,
  bookmarkCount: 3,
  rankingUpvoteCount: 9,
  hot: 1.5,
  status: 'approved',
  rejectionReason: null,
  submitterId: '5',
  submitterHandle: 'ada',
  submitterName: 'Ada',
  submitterAvatarURL: '/api/images/a',
  submitterRole: null,
  createdAt: at(1),
  approvedAt: at(2),
  updatedAt: at(3),
  description: '**Bold**',
  descriptionHTML: '<p><strong>Bold</strong></p>',
  values: [],
  moderatorChanges: null,
  publishedStatus: 'approved',
  editStatus: null,
  publishedName: 'Old',
  publishedURL: 'https://old.example/',
  publishedIconKey: 'k'.repeat(22),
  editorId: null,
  publishedScreenshotKey: null,
};
const listed = {
  id: '7',
  slug: 'acme',
  name: 'Acme',
  tagline: 'A tool for people',
  url: 'https://acme.example/',
  iconURL: '/api/tiles/Acme.svg',
  iconSource: 'generated',
  screenshotURL: null,
  imageURL: '/api/tiles/Acme.svg',
  tags: [{ slug: 'react', name: 'React' }],
  upvoteCount: 12,
  bookmarkCount: 3,
  status: 'approved',
  submitter: { handle: 'ada', name: 'Ada', avatarURL: '/api/images/a' },
  createdAt: '2026-06-01T00:00:00.000Z',
  approvedAt: '2026-06-02T00:00:00.000Z',
};
const icon = `/api/images/${'k'.repeat(22)}`;
const described = { description: '**Bold**', descriptionHTML: '<p><strong>Bold</strong></p>' };
const publishedVersion = {
  name: 'Old',
  url: 'https://old.example/',
  iconURL: icon,
  screenshotURL: null,
  imageURL: icon,
};

it.each([
  [{}, {}],
  [{ iconKey: 'k'.repeat(22) }, { iconURL: icon, iconSource: 'upload', imageURL: icon }],
  [
    { iconKey: 'k'.repeat(22), isIconFetched: true, brandSlug: 'acme' },
    { iconURL: icon, iconSource: 'site', imageURL: icon },
  ],
  [
    { brandSlug: 'acme' },
    { iconURL: '/api/marks/acme.svg', iconSource: 'brand', imageURL: '/api/marks/acme.svg' },
  ],
  [{ screenshotKey: 's'.repeat(22) }, { screenshotURL: `/api/images/${'s'.repeat(22)}` }],
  [
    { approvedAt: null, status: 'pending' as const },
    { approvedAt: null, status: 'pending' },
  ],
  [{ rejectionReason: 'Spam' }, { rejectionReason: 'Spam' }],
  [{ submitterHandle: null }, { submitter: null }],
  [{ submitterName: null }, { submitter: null }],
])('shows everyone a product with %j as one with %j', (change, shown) => {
  expect(presentListedProduct({ ...row, ...change }, site)).toEqual({ ...listed, ...shown });
  expect(presentProduct({ ...row, ...change }, site)).toEqual({ ...listed, ...described, ...shown });
});

it.each([
  [{}, undefined, {}],
  [{}, 1, { queuePlace: 1 }],
  [{ editStatus: 'pending' as const }, undefined, { publishedVersion }],
])('shows the submitter a product with %j at place %s as one with %j', (change, place, shown) => {
  expect(presentSubmission({ ...row, ...change }, { queuePlace: place }, site)).toEqual({
    ...listed,
    ...described,
    ...shown,
  });
});

const lastRejection = { reason: 'Spam', createdAt: at(2) };
const rejected = { reason: 'Spam', rejectedAt: '2026-06-02T00:00:00.000Z' };
const pending = { status: 'pending' as const };

it.each([
  [{}, undefined, {}],
  [pending, undefined, { waitingSince: '2026-06-03T00:00:00.000Z' }],
  [
    { ...pending, approvedAt: null },
    undefined,
    { approvedAt: null, waitingSince: '2026-06-01T00:00:00.000Z' },
  ],
  [
    { ...pending, approvedAt: null },
    lastRejection,
    { approvedAt: null, waitingSince: '2026-06-03T00:00:00.000Z', lastRejection: rejected },
  ],
  [{ editStatus: 'rejected' as const }, lastRejection, { publishedVersion, lastRejection: rejected }],
])('shows moderators a product with %j, last rejected %j, as one with %j', (change, rejection, shown) => {
  expect(presentModeratedProduct({ ...row, ...change }, { lastRejection: rejection }, site)).toEqual({
    ...listed,
    ...described,
    status: { ...row, ...change }.status,
    updatedAt: '2026-06-03T00:00:00.000Z',
    ...shown,
  });
});

it('refers to a product, and tells its submitter that it is theirs', () => {
  const { id, slug, name, url, imageURL, upvoteCount, status } = listed;
  const shown = { id, slug, name, url, imageURL, upvoteCount, status };
  expect(presentProductReference(row, { ...site, viewerId: '5' })).toEqual({ ...shown, isOwn: true });
  expect(presentProductReference(row, { ...site, viewerId: '6' })).toEqual({ ...shown, isOwn: false });
});
