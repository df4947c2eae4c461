import {
  canEditProduct,
  canOpenProduct,
  canSeeOwnProduct,
  canModerate,
  findLostRole,
  findLostStanding,
  type Viewer,
} from '@/server/policies/viewer';
import { ACCESS } from '@/lib/contract/call';

const since = new Date('2026-11-01T00:00:00Z');
const build = (overrides: Partial<Viewer> = {}): Viewer => ({
  userId: '1',
  sessionId: '9',
  role: 'member',
  isBanned: false,
  isSuspended: false,
  suspendedUntil: null,
  isLeaving: false,
  signedInAt: since,
  createdAt: since,
  ...overrides,
});

const viewers = {
  submitter: build(),
  member: build({ userId: '2' }),
  moderator: build({ userId: '3', role: 'moderator' }),
  admin: build({ userId: '4', role: 'admin' }),
  'banned moderator': build({ userId: '5', role: 'moderator', isBanned: true }),
  'suspended moderator': build({ userId: '7', role: 'moderator', isSuspended: true }),
  'suspended submitter': build({ isSuspended: true }),
  'leaving moderator': build({ userId: '6', role: 'moderator', isLeaving: true }),
  'banned submitter': build({ isBanned: true }),
};
const product = { submitterId: '1' };

it.each([
  ['submitter', { edits: true, sees: true, moderates: false }],
  ['member', { edits: false, sees: false, moderates: false }],
  ['moderator', { edits: false, sees: true, moderates: true }],
  ['admin', { edits: false, sees: true, moderates: true }],
  ['suspended moderator', { edits: false, sees: false, moderates: false }],
  ['suspended submitter', { edits: true, sees: true, moderates: false }],
  ['banned moderator', { edits: false, sees: false, moderates: false }],
  ['leaving moderator', { edits: false, sees: false, moderates: false }],
  ['banned submitter', { edits: true, sees: true, moderates: false }],
] as const)('decides what a %s may do with a pending product', (name, expected) => {
  const viewer = viewers[name];
  expect({
    edits: canEditProduct(viewer, product),
    sees: canSeeOwnProduct(viewer, product),
    moderates: canModerate(viewer),
  }).toEqual(expected);
  expect(canOpenProduct(viewer, { ...product, status: 'pending' })).toBe(expected.sees);
  expect(canOpenProduct(viewer, { ...product, status: 'approved' })).toBe(true);
});

it('lets visitors open approved products alone', () => {
  expect(canOpenProduct(undefined, { ...product, status: 'approved' })).toBe(true);
  expect(canOpenProduct(undefined, { ...product, status: 'pending' })).toBe(false);
  expect(canOpenProduct(undefined, { ...product, status: 'rejected' })).toBe(false);
});

it('lets no member edit the product of a deleted account', () => {
  expect(canEditProduct(viewers.member, { submitterId: null })).toBe(false);
});

it.each([
  ['submitter', { account: undefined, member: undefined, moderator: 'role', admin: 'role' }],
  ['moderator', { account: undefined, member: undefined, moderator: undefined, admin: 'role' }],
  ['admin', { account: undefined, member: undefined, moderator: undefined, admin: undefined }],
  ['banned moderator', { account: undefined, member: 'banned', moderator: 'banned', admin: 'banned' }],
  ['leaving moderator', { account: undefined, member: 'leaving', moderator: 'leaving', admin: 'leaving' }],
  ['suspended moderator', { account: undefined, member: undefined, moderator: 'suspended', admin: 'role' }],
  ['suspended submitter', { account: undefined, member: undefined, moderator: 'role', admin: 'role' }],
] as const)('tells why a %s may not make calls', (name, expected) => {
  const lost = (access: 'account' | 'member' | 'moderator' | 'admin') =>
    findLostStanding(viewers[name], {
      access,
      isBarredBySuspension: access !== 'account' && access !== 'member',
    });
  expect(
    Object.fromEntries(ACCESS.flatMap((access) => (access === 'anyone' ? [] : [[access, lost(access)]]))),
  ).toEqual(expected);
});

it('lets nothing act for somebody without an account', () => {
  expect(findLostRole(undefined, 'moderator')).toBe('gone');
});
