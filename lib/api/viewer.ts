import * as z from 'zod/mini';
import { findUserCall, readUser, checkAuthenticateCall } from '@/lib/contract/user';
import { readSessionToken } from '@/lib/session-token';
import { call } from './http';

export const findUser = async () =>
  (await call({ ...findUserCall, answer: z.object({ user: readUser }) })).user;

/**
 * Whether this browser's session is valid.
 *
 * @throws ApiFailure when the check fails. Callers then count the visitor as not authenticated.
 */
export const checkAuthenticate = async () =>
  (await call(checkAuthenticateCall, { accessToken: readSessionToken() })).authenticated;
