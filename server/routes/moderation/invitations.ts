import { Hono } from 'hono';
import {
  createInvitationCall,
  type Invitation,
  INVITATION_LIMITS,
  listInvitationsCall,
  openInvitationCall,
  revokeInvitationCall,
} from '@/lib/contract/invitation';
import {
  createInvitation,
  invitationState,
  openInvitation,
  revokeInvitation,
} from '@/server/commands/account/invitations';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { endpoint } from '@/server/http/endpoint';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { setInvitationCookie } from '@/server/http/cookies';
import { readPage } from '@/server/http/page';
import {
  invitationOrder,
  findInvitation,
  type InvitationRow,
  listInvitations,
} from '@/server/queries/account/invitations';
import { presentInviter } from '@/server/presenters/people';
import { text } from '@/lib/texts/texts';

export const invitationRoutes = new Hono<AppEnv>();

memberEndpoint(invitationRoutes, listInvitationsCall, async (c, { query: { after } }) => {
  const { db, env, now } = c.var.deps;
  const page = { after, limit: INVITATION_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, invitationOrder, page, (from) =>
    listInvitations(db, { ...from, now: now() }),
  );
  return {
    invitations: rows.map((row) => presentInvitation(row, now())),
    nextCursor,
    isNeeded: env.signUp.mode === 'invite',
  };
});

memberEndpoint(invitationRoutes, createInvitationCall, async (c, { viewer, body }) => {
  const { id, token } = await createInvitation(c.var.deps, viewer, body);
  return { invitation: await readInvitation(c, id), token };
});

memberEndpoint(invitationRoutes, revokeInvitationCall, async (c, { viewer, params: { id } }) => {
  await revokeInvitation(c.var.deps, viewer, id);
  return { invitation: await readInvitation(c, id) };
});

endpoint(invitationRoutes, openInvitationCall, async (c, { body: { token } }) => {
  const { expiresAt, inviter } = await openInvitation(c.var.deps, token);
  setInvitationCookie(c, token);
  return {
    expiresAt: expiresAt.toISOString(),
    inviter: inviter ? presentInviter(inviter) : null,
  };
});

async function readInvitation(c: AppContext, id: string): Promise<Invitation> {
  const { db, now } = c.var.deps;
  const row = await findInvitation(db, id, now());
  if (!row) throw new ApiError('not_found', text('invitation.gone', 'This invitation no longer exists.'));
  return presentInvitation(row, now());
}

function presentInvitation(row: InvitationRow, now: Date): Invitation {
  const { id, note, creatorHandle, usesMax, useCount, createdAt, expiresAt } = row;
  return {
    ...{ id, note, creatorHandle, usesMax, useCount },
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: invitationState(row, now),
  };
}
