import * as z from 'zod/mini';
import {
  deleteAccountCall,
  exportAccountCall,
  listIdentitiesCall,
  restoreAccountCall,
} from '@/lib/contract/account';
import { checkAuthenticateCall, endSessionCall, listSessionsCall, signOutCall } from '@/lib/contract/session';
import { findUserCall, type profileChanges, readUser, updateProfileCall } from '@/lib/contract/user';
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

export const requestSignOut = (body: z.input<typeof signOutCall.body>) => call(signOutCall, { body });

export const listSessions = async () => (await call(listSessionsCall)).sessions;

export const endSession = (id: string) => call(endSessionCall, { params: { id } });

export const updateProfile = async (body: z.input<typeof profileChanges>) =>
  (await call(updateProfileCall, { body })).user;

export const listIdentities = async () => (await call(listIdentitiesCall)).identities;

export const exportAccount = () => call(exportAccountCall);

export const deleteAccount = () => call(deleteAccountCall);

export const restoreAccount = () => call(restoreAccountCall);
