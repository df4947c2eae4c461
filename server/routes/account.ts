import { Hono } from 'hono';
import { findUserCall } from '@/lib/contract/user';
import type { AppContext, AppEnv } from '@/server/context';
import { answerViewer } from '@/server/middleware/answer';
import { presentUser } from '@/server/presenters/user';
import { findUser, type UserRow } from '@/server/queries/users';
import type { Viewer } from '@/server/policies/viewer';

export const accountRoutes = new Hono<AppEnv>();

answerViewer(accountRoutes, findUserCall, async (c, { viewer }) => ({
  user: presentUser(await requireUser(c, viewer)),
}));

async function requireUser(c: AppContext, { userId }: Viewer): Promise<UserRow> {
  const row = await findUser(c.var.deps.db, userId);
  if (!row) throw new Error(`User ${userId} is gone while signed in`);
  return row;
}
