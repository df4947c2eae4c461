import { html } from 'hono/html';
import { provideCatalog } from '@/lib/texts/language';
import { renderBadge, renderEmbedCard } from '@/server/presenters/embedding';
import { presentIssue } from '@/server/presenters/newsletter';
import {
  presentListedProduct,
  presentModeratedProduct,
  presentProduct,
  presentProductReference,
  presentSubmission,
} from '@/server/presenters/product';
import { popupPage } from '@/server/routes/sign-in/popup';
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
  languages: null,
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

describe('in a language that is read from right to left', () => {
  afterEach(() => provideCatalog(undefined));
  const written = {
    ...{ siteName: 'Site', siteColor: '', siteLogo: '' },
    siteNoun: 'tool',
    siteNounPlural: 'tools',
    siteURL: 'https://site.test',
  };
  const issue = () =>
    presentIssue(
      {
        products: [row],
        initialsOf: () => 'A',
        until: at(8),
        preferencesURL: 'https://site.test/p',
        unsubscribeURL: 'https://site.test/u',
      },
      {
        ...{ ...written, serverURL: '/api', operator: { name: '', address: '' } },
        newsletter: { subject: '', greeting: '' },
      },
    ).html;
  const documents = async () => [
    issue(),
    renderEmbedCard(presentListedProduct(row, site), { ...written, serverURL: '/api' }),
    (await popupPage({ assets: '/a', title: '', look: 'google', body: popupBody })).toString(),
  ];
  const popupBody = html`<p></p>`;
  const badge = () =>
    renderBadge({
      productName: 'Acme',
      siteName: 'Site',
      siteColor: '',
      upvoteCount: 12,
      theme: 'light',
      size: 'medium',
    });

  it('documents say so, and an issue has its space on the other side', async () => {
    for (const document of await documents()) expect(document).toMatch(/<html lang="en">/);
    expect(issue()).toContain('padding-left:14px');
    provideCatalog({ language: 'ar', direction: 'rtl', prefix: '', messages: new Map() });
    for (const document of await documents()) expect(document).toMatch(/<html lang="ar" dir="rtl">/);
    expect(issue()).toContain('padding-right:14px');
    expect(issue()).not.toContain('padding-left:14px');
  });

  it('a badge has the same parts from right to left', () => {
    const parts = (svg: string) =>
      [...svg.matchAll(/<text x="([\d.]+)".*?textLength="([\d.]+)"/g)].map(([, x, length]) => [
        Number(x),
        Number(length),
      ]);
    const triangleOf = (svg: string) => Number(/d="M([\d.]+)/.exec(svg)?.[1]);
    const leftToRight = badge();
    const width = Number(/width="(\d+)"/.exec(leftToRight)?.[1]);
    provideCatalog({ language: 'ar', direction: 'rtl', prefix: '', messages: new Map() });
    const mirrored = parts(badge());
    expect(mirrored).toHaveLength(3);
    for (const [index, [x = 0, length = 0]] of parts(leftToRight).entries()) {
      expect(mirrored[index]?.[0]).toBeCloseTo(width - x - length, 0);
    }
    expect(triangleOf(badge())).toBeCloseTo(width - triangleOf(leftToRight) - 10, 0);
  });
});
