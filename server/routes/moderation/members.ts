import { Hono } from 'hono';
import {
  findMemberCall,
  listMembersCall,
  type MemberRecord,
  banMemberCall,
  endSuspensionCall,
  noteMemberCall,
  setRoleCall,
  suspendMemberCall,
  unbanMemberCall,
  warnMemberCall,
} from '@/lib/contract/member';
import { acknowledgeMeasureCall, listMeasuresCall } from '@/lib/contract/measure';
import { MEMBER_LIMITS } from '@/lib/contract/plain/moderation';
import {
  banMember,
  changeRole,
  endSuspension,
  noteMember,
  suspendMember,
  unbanMember,
  warnMember,
} from '@/server/commands/account/moderate-member';
import type { AppContext, AppEnv } from '@/server/context';
import { ApiError } from '@/server/base/errors';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { canModerateMember, type Viewer } from '@/server/policies/viewer';
import { presentMember, presentNote, presentMeasure, presentOwnMeasure } from '@/server/presenters/member';
import { listAppealsOfMeasures } from '@/server/queries/account/appeals-by-subject';
import {
  listHeldMeasures,
  listMeasuresOf,
  listNotesOf,
  listPastMeasures,
  type MeasureRow,
  updateAcknowledged,
} from '@/server/queries/account/measures';
import {
  countActivity,
  findMember,
  listNewestMembers,
  listRejectedMembers,
  searchMembers,
} from '@/server/queries/account/members';
import { listRejectionsOf } from '@/server/queries/audit-entries';
import { countDecidedReports } from '@/server/queries/products/reports';
import { countSubmissions } from '@/server/queries/products/product-rows';

export const memberRoutes = new Hono<AppEnv>();

memberEndpoint(memberRoutes, listMembersCall, async (c, { query: { q = '', order, after } }) => {
  const { db, now, cursorSigner: signer } = c.var.deps;
  if (q !== '') {
    const found = await searchMembers(db, q.replace(/^@/, ''));
    return { members: found.map((row) => presentMember(row, now())), nextCursor: null };
  }
  const limit = MEMBER_LIMITS.pageSize;
  const { rows, nextCursor } =
    order === 'rejected'
      ? await readPage(
          { signer, list: 'rejectedMembers', after, limit },
          {
            read: (from) => listRejectedMembers(db, from),
            positionOf: ({ rejectionCount, id }) => ({ value: rejectionCount, id }),
          },
        )
      : await readPage(
          { signer, list: 'members', after, limit },
          {
            read: (from) => listNewestMembers(db, { ...from, hasIssue: order === 'names' }),
            positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
          },
        );
  return { members: rows.map((row) => presentMember(row, now())), nextCursor };
});

memberEndpoint(memberRoutes, findMemberCall, (c, { viewer, params: { id } }) => answerRecord(c, viewer, id));

memberEndpoint(memberRoutes, noteMemberCall, async (c, { viewer, params: { id }, body }) => {
  await noteMember(c.var.deps, viewer, id, body.text);
  return answerRecord(c, viewer, id);
});

memberEndpoint(memberRoutes, warnMemberCall, async (c, { viewer, params: { id }, body }) => {
  await warnMember(c.var.deps, viewer, id, body.reason);
  return answerRecord(c, viewer, id);
});

memberEndpoint(memberRoutes, suspendMemberCall, async (c, { viewer, params: { id }, body }) => {
  await suspendMember(c.var.deps, viewer, id, body);
  return answerRecord(c, viewer, id);
});

memberEndpoint(memberRoutes, endSuspensionCall, async (c, { viewer, params: { id } }) => {
  await endSuspension(c.var.deps, viewer, id);
  return answerRecord(c, viewer, id);
});

memberEndpoint(memberRoutes, banMemberCall, async (c, { viewer, params: { id }, body }) => {
  await banMember(c.var.deps, viewer, id, body.reason);
  return answerRecord(c, viewer, id);
});

memberEndpoint(memberRoutes, unbanMemberCall, async (c, { viewer, params: { id } }) => {
  await unbanMember(c.var.deps, viewer, id);
  return answerRecord(c, viewer, id);
});

memberEndpoint(memberRoutes, setRoleCall, async (c, { viewer, params: { id }, body }) => {
  await changeRole(c.var.deps, viewer, id, body.role);
  return answerRecord(c, viewer, id);
});

memberEndpoint(memberRoutes, listMeasuresCall, async (c, { viewer }) => {
  const { db, now: clock } = c.var.deps;
  const now = clock();
  const [held, past] = await Promise.all([
    listHeldMeasures(db, viewer.userId, now),
    listPastMeasures(db, viewer.userId, now),
  ]);
  const ids = [...held, ...past].map(({ id }) => id);
  const appeals = await listAppealsOfMeasures(db, ids);
  const present = (row: MeasureRow) => presentOwnMeasure(row, appeals.get(row.id), now);
  return { measures: held.map(present), past: past.map(present) };
});

memberEndpoint(memberRoutes, acknowledgeMeasureCall, async (c, { viewer: { userId }, params: { id } }) => {
  const { db, now } = c.var.deps;
  if (!(await updateAcknowledged(db, { id, userId, now: now() }))) {
    throw new ApiError('not_found', 'There is no such warning.');
  }
  return {};
});

async function answerRecord(c: AppContext, viewer: Viewer, id: string): Promise<{ record: MemberRecord }> {
  const { db, now } = c.var.deps;
  const row = await findMember(db, id);
  if (!row) throw new ApiError('not_found', 'This account no longer exists.');
  const [submissions, rejections, decided, activity, measures, notes] = await Promise.all([
    countSubmissions(db, id),
    listRejectionsOf(db, id),
    countDecidedReports(db, id),
    countActivity(db, id, now()),
    listMeasuresOf(db, id),
    listNotesOf(db, id),
  ]);
  return {
    record: {
      member: presentMember(row, now()),
      isSubordinate: canModerateMember(viewer, row),
      submissions,
      rejections: rejections.map(({ rejectedAt, ...rejection }) => ({
        ...rejection,
        rejectedAt: rejectedAt.toISOString(),
      })),
      reports: { openCount: activity.open, ...decided },
      upvoteCount: activity.upvotes,
      setAsideCount: activity.setAside,
      sessionCount: activity.sessions,
      measures: measures.map((measure) => presentMeasure(measure, viewer.userId)),
      notes: notes.map((note) => presentNote(note, viewer.userId)),
    },
  };
}
