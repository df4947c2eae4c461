import { presentIdentity, presentProfile, presentSession, presentUser } from '@/server/presenters/people';

const createdAt = new Date('2026-06-01T12:00:00.000Z');
const laterOn = new Date('2026-06-02T12:00:00.000Z');
const row = {
  id: '7',
  email: 'ada@example.com',
  name: 'Ada',
  handle: 'ada',
  avatarURL: '/api/images/a',
  role: 'moderator',
  createdAt,
  bannedAt: laterOn,
  banReason: 'Spam',
  suspendedUntil: laterOn,
  hasRanked: true,
  deletedAt: null,
  deletionRequestedAt: null,
  handleSkeleton: 'ada',
  nameIssue: 'The name speaks for the site.',
  handleSince: new Date('2026-01-02T00:00:00Z'),
} as const;

it('shows users all that they may see of themselves', () => {
  const shown = {
    id: '7',
    email: 'ada@example.com',
    name: 'Ada',
    handle: 'ada',
    avatarURL: '/api/images/a',
    role: 'moderator',
    createdAt: '2026-06-01T12:00:00.000Z',
    suspendedUntil: laterOn.toISOString(),
  };
  expect(presentUser(row)).toEqual(shown);
  expect(presentUser({ ...row, email: null })).toEqual({ ...shown, email: '' });
  expect(presentUser({ ...row, deletionRequestedAt: laterOn })).toEqual({
    ...shown,
    deletionDueAt: '2026-06-16T12:00:00.000Z',
  });
});

it('shows others the role of a moderator, and no email', () => {
  expect(presentProfile(row, 3)).toEqual({
    handle: 'ada',
    name: 'Ada',
    avatarURL: '/api/images/a',
    role: 'moderator',
    createdAt: '2026-06-01T12:00:00.000Z',
    productCount: 3,
  });
});

it('shows an identity, and a session without its secret', () => {
  const identity = {
    provider: 'google.com',
    issuer: 'https://accounts.google.com',
    subject: '1',
    userId: '7',
    email: null,
    isEmailVerified: false,
    createdAt,
    lastUsedAt: laterOn,
  } as const;
  expect(presentIdentity(identity)).toEqual({
    provider: 'google.com',
    subject: '1',
    email: '',
    createdAt: '2026-06-01T12:00:00.000Z',
    lastUsedAt: '2026-06-02T12:00:00.000Z',
  });
  const session = { id: '1', userAgent: 'Firefox', createdAt, lastSeenAt: laterOn, expiresAt: laterOn };
  const shown = {
    id: '1',
    userAgent: 'Firefox',
    createdAt: '2026-06-01T12:00:00.000Z',
    lastSeenAt: '2026-06-02T12:00:00.000Z',
    expiresAt: '2026-06-02T12:00:00.000Z',
  };
  expect(presentSession(session, '1')).toEqual({ ...shown, isCurrent: true });
  expect(presentSession(session, '2')).toEqual({ ...shown, isCurrent: false });
});
