import type { PermissionWorld } from './permission-world';

/** Who calls each endpoint. `owner` owns the rows of the call. */
export const ACTORS = [
  'anonymous',
  'cookie alone',
  'tampered',
  'expired',
  'revoked',
  'banned',
  'in deletion',
  'owner',
  'other member',
  'moderator',
  'admin',
] as const;
export type Actor = (typeof ACTORS)[number];

type Request = { query?: string; params?: Record<string, string>; body?: unknown };
export type Entry = {
  statuses: Record<Actor, number>;
  request: (world: PermissionWorld) => Request;
};

const signedOut = { anonymous: 401, 'cookie alone': 401, tampered: 401, expired: 401, revoked: 401 };
const allActors = (status: number): Record<Actor, number> => {
  const users = { banned: status, 'in deletion': status, owner: status, 'other member': status };
  const withoutSession = { anonymous: status, 'cookie alone': status, tampered: status, expired: status };
  return { ...users, ...withoutSession, revoked: status, moderator: status, admin: status };
};
const signedIn = (status: number) => ({ ...allActors(status), ...signedOut });
const members = (status: number) => ({ ...signedIn(status), banned: 403, 'in deletion': 403 });

type BuildRequest = (world: PermissionWorld) => Request;
export const emptyRequest: BuildRequest = () => ({});
export const anyone = (request: BuildRequest = emptyRequest, status = 200): Entry => ({
  statuses: allActors(status),
  request,
});
export const account = (
  request: BuildRequest = emptyRequest,
  changes: Partial<Record<Actor, number>> = {},
  status = 200,
): Entry => ({
  statuses: { ...signedIn(status), ...changes },
  request,
});
export const member = (
  request: BuildRequest = emptyRequest,
  changes: Partial<Record<Actor, number>> = {},
  status = 200,
): Entry => ({
  statuses: { ...members(status), ...changes },
  request,
});
export const moderator = (request: BuildRequest = emptyRequest, status = 200): Entry => ({
  statuses: { ...members(status), owner: 403, 'other member': 403 },
  request,
});

export const admin = (request: BuildRequest = emptyRequest, status = 200): Entry => ({
  statuses: { ...moderator(request, status).statuses, moderator: 403 },
  request,
});
