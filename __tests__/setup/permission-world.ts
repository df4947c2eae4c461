import { eq } from 'drizzle-orm';
import { DAY_MS } from '@/lib/contract/plain/durations';
import { alternatives } from '@/server/db/schema/alternative-schema';
import { productClaims } from '@/server/db/schema/edit-schema';
import { reports } from '@/server/db/schema/report-schema';
import { sessions } from '@/server/db/schema/sign-in-schema';
import { buildProduct, buildUser } from './build';
import type { TestApp } from './signed-in-user';
import { testNow } from './test-app';

let serial = 0;
/** Rows for the calls of the API, and their owner. */
export async function buildPermissionWorld(api: TestApp) {
  serial += 1;
  const owner = await buildUser(api.db);
  const claimant = await buildUser(api.db);
  const [ownHeaders, headers] = [await api.signIn(owner), await api.signIn(owner)];
  const open = await api.db.select().from(sessions).where(eq(sessions.userId, owner.id)).orderBy(sessions.id);
  const own = { submitterId: owner.id, tags: ['Testing'] };
  const [one, other, third] = [
    await buildProduct(api.db),
    await buildProduct(api.db),
    await buildProduct(api.db),
  ];
  await api.db.insert(alternatives).values([
    { productId: one.id, alternativeId: other.id, createdAt: testNow },
    { productId: one.id, alternativeId: third.id, status: 'approved', createdAt: testNow },
  ]);
  const approved = await buildProduct(api.db, own);
  await api.db.insert(productClaims).values({
    ...{ productId: approved.id, memberId: claimant.id, token: 'x', host: new URL(approved.url).hostname },
    ...{ method: 'dns', createdAt: testNow, verifiedAt: testNow },
  });
  await api.db.insert(reports).values({ productId: approved.id, reason: 'spam', updatedAt: testNow });
  return {
    serial,
    owner,
    /** The verified owner of the site of `approved`. */
    claimant,
    headers,
    otherHeaders: ownHeaders,
    ownSessionId: open[0]?.id ?? '',
    /** Pairs of alternatives. */
    waiting: `${one.id}-${other.id}`,
    published: `${one.id}-${third.id}`,
    unpaired: one,
    approved,
    pending: await buildProduct(api.db, { ...own, status: 'pending', approvedAt: null }),
  };
}

export type PermissionWorld = Awaited<ReturnType<typeof buildPermissionWorld>>;

/** Requests of calls for these rows. */
export const submission = ({ serial }: PermissionWorld) => ({
  url: `https://submitted-${serial}.example/`,
  name: 'Submitted',
  tagline: 'A product that a test submits',
  tags: ['Testing'],
});
export const reaction = ({ approved }: PermissionWorld) => ({ params: { productId: approved.id } });
export const ofPending = ({ pending: { id } }: PermissionWorld) => ({
  params: { id },
  body: { reason: 'A poem.', days: 1 },
});
export const ofApproved = ({ approved: { id } }: PermissionWorld) => ({ params: { id } });
export const otherTagline = ({ pending: { id, updatedAt } }: PermissionWorld) => ({
  params: { id },
  query: `seen=${updatedAt.toISOString()}`,
  body: { tagline: 'Another line about it' },
});
export const suggestionOf = ({ unpaired: { id, updatedAt } }: PermissionWorld) => ({
  params: { id },
  body: { seen: updatedAt.toISOString(), changes: { tagline: 'Another line about it' } },
});
export const ofBatch = ({ pending: { id, updatedAt } }: PermissionWorld) => ({
  body: { decision: 'approve', products: [{ id, seen: updatedAt.toISOString() }], ids: [id] },
});
const discontinuation = { discontinuedOn: '2026-05-03', reason: 'Its company closed.' };
export const withoutPrice = ({ approved: { id } }: PermissionWorld) => ({
  params: { id },
  body: { fields: { price: null } },
});
export const ofListed = ({ approved: { id } }: PermissionWorld) => ({
  params: { id },
  body: discontinuation,
});
export const mergePreviewed = ({ approved, unpaired }: PermissionWorld) => ({
  params: { id: approved.id },
  query: `intoId=${unpaired.id}`,
});
export const intoOther = ({ approved, unpaired }: PermissionWorld) => ({
  params: { id: approved.id },
  body: { intoId: unpaired.id },
});
/** Of every decision about a member. */
export const ofOwner = ({ owner: { id } }: PermissionWorld) => ({
  params: { id },
  body: {
    ...{ text: 'A note.', reason: 'Spam.', role: 'moderator' },
    suspendedUntil: new Date(testNow.getTime() + DAY_MS).toISOString(),
  },
});
/** Of a report, and of a decision on reports. */
export const ofReports = ({ approved: { id } }: PermissionWorld) => ({
  params: { id },
  body: { reason: 'spam', outcome: 'upheld', seen: testNow.toISOString() },
});
export const ofPair = ({ published }: PermissionWorld) => ({ params: { id: published } });
export const ofWaitingPair = ({ waiting }: PermissionWorld) => ({
  params: { id: waiting },
  body: { reason: 'No.' },
});

export const noSite = () => ({
  params: { id: '999999999' },
  body: { seen: '2026-01-01T00:00:00.000Z' },
});
