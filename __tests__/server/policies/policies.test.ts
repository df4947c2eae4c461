import { canEditProduct, canOpenProduct, canSeeOwnProduct } from '@/server/policies/product';
import { canCall, hasRole, isActive, type Viewer } from '@/server/policies/viewer';

const since = new Date('2026-11-01T00:00:00Z');
const build = (overrides: Partial<Viewer> = {}): Viewer => ({
  userId: '1',
  sessionId: '9',
  role: 'member',
  isBanned: false,
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
  'leaving moderator': build({ userId: '6', role: 'moderator', isLeaving: true }),
  'banned submitter': build({ isBanned: true }),
};
const product = { submitterId: '1' };

it.each([
  ['submitter', { edits: true, sees: true, isActive: true }],
  ['member', { edits: false, sees: false, isActive: true }],
  ['moderator', { edits: false, sees: true, isActive: true }],
  ['admin', { edits: false, sees: true, isActive: true }],
  ['banned moderator', { edits: false, sees: false, isActive: false }],
  ['leaving moderator', { edits: false, sees: false, isActive: false }],
  ['banned submitter', { edits: true, sees: true, isActive: false }],
] as const)('decides what a %s may do with a pending product', (name, expected) => {
  const viewer = viewers[name];
  expect({
    edits: canEditProduct(viewer, product),
    sees: canSeeOwnProduct(viewer, product),
    isActive: isActive(viewer),
  }).toEqual(expected);
  expect(canOpenProduct(viewer, { ...product, status: 'pending' })).toBe(expected.sees);
  expect(canOpenProduct(viewer, { ...product, status: 'approved' })).toBe(true);
});

it('lets visitors open approved products alone', () => {
  expect(canOpenProduct(undefined, { ...product, status: 'approved' })).toBe(true);
  expect(canOpenProduct(undefined, { ...product, status: 'pending' })).toBe(false);
  expect(canOpenProduct(undefined, { ...product, status: 'rejected' })).toBe(false);
});

it('lets nobody edit the product of a deleted account', () => {
  expect(canEditProduct(viewers.member, { submitterId: null })).toBe(false);
});

it.each([
  ['member', ['member']],
  ['moderator', ['member', 'moderator']],
  ['admin', ['member', 'moderator', 'admin']],
] as const)('gives a %s the roles %j', (role, expected) => {
  const viewer = build({ role });
  const roles = ['member', 'moderator', 'admin'] as const;
  expect(roles.filter((asked) => hasRole(viewer, asked))).toEqual(expected);
});

it.each([
  ['submitter', ['account', 'member']],
  ['moderator', ['account', 'member', 'moderator']],
  ['admin', ['account', 'member', 'moderator', 'admin']],
  ['banned moderator', ['account']],
  ['leaving moderator', ['account']],
] as const)('lets a %s make the calls of %j', (name, expected) => {
  const accesses = ['account', 'member', 'moderator', 'admin'] as const;
  expect(accesses.filter((access) => canCall(viewers[name], access))).toEqual(expected);
});
