// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import {
  createInvitationCall,
  type invitationInput,
  listInvitationsCall,
  openInvitationCall,
  revokeInvitationCall,
} from '@/lib/contract/invitation';
import { call } from '@/lib/api/http';

/** The invitations, newest first. */
export const listInvitations = (query: { after?: string } = {}) => call(listInvitationsCall, { query });

/** @throws ApiFailure `bad_request` with `fields`, and `conflict` when too many are open. */
export const createInvitation = (body: z.input<typeof invitationInput>) =>
  call(createInvitationCall, { body });

export const revokeInvitation = (id: string) => call(revokeInvitationCall, { params: { id } });

/** @throws ApiFailure `not_found` for an unknown invitation, `gone` for an expired, used up or withdrawn invitation. */
export const openInvitation = (token: string) => call(openInvitationCall, { body: { token } });
