import { Hono } from 'hono';
import { readReferences } from '@/server/routes/shown-products';
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
import {
  acknowledgeMeasureCall,
  appealCall,
  decideAppealCall,
  listAppealsCall,
  listMeasuresCall,
} from '@/lib/contract/measure';
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
import { presentMeasure, presentMember, presentNote, presentOwnMeasure } from '@/server/presenters/people';
import { appealOrder, listAppealsOfMeasures, listOpenAppeals } from '@/server/queries/account/appeals';
import {
  rejectedMemberOrder,
  memberOrder,
  countActivity,
  findMember,
  listHeldMeasures,
  listMeasuresOf,
  listNewestMembers,
  listNotesOf,
  listPastMeasures,
  listRejectedMembers,
  type MeasureRow,
  searchMembers,
  updateAcknowledged,
} from '@/server/queries/account/members';
import { listRejectionsOf } from '@/server/queries/audit-entries';
import { countDecidedReports } from '@/server/queries/products/reports';
import { countSubmissions } from '@/server/queries/products/product-rows';
import { decideAppeal, makeAppeal } from '@/server/commands/account/appeal';
import { presentAppeal, presentOwnAppeal } from '@/server/presenters/letters';
import { text } from '@/lib/texts/texts';

export const memberRoutes = new Hono<AppEnv>();

memberEndpoint(memberRoutes, listMembersCall, async (c, { query: { q = '', order, after } }) => {
  const { db, now } = c.var.deps;
  if (q !== '') {
    const found = await searchMembers(db, q.replace(/^@/, ''));
    return { members: found.map((row) => presentMember(row, now())), nextCursor: null };
  }
  const page = { after, limit: MEMBER_LIMITS.pageSize };
  const { rows, nextCursor } =
    order === 'rejected'
      ? await readPage(c, rejectedMemberOrder, page, (from) => listRejectedMembers(db, from))
      : await readPage(c, memberOrder, page, (from) =>
          listNewestMembers(db, { ...from, hasIssue: order === 'names' }),
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
    throw new ApiError('not_found', text('warning.missing', 'There is no such warning.'));
  }
  return {};
});

async function answerRecord(c: AppContext, viewer: Viewer, id: string): Promise<{ record: MemberRecord }> {
  const { db, now } = c.var.deps;
  const row = await findMember(db, id);
  if (!row) throw new ApiError('not_found', text('account.gone', 'This account no longer exists.'));
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

memberEndpoint(memberRoutes, appealCall, async (c, { viewer, body }) => ({
  appeal: presentOwnAppeal(await makeAppeal(c.var.deps, viewer, body)),
}));

memberEndpoint(memberRoutes, listAppealsCall, async (c, { viewer, query: { after } }) => {
  const { db } = c.var.deps;
  const page = { after, limit: MEMBER_LIMITS.pageSize };
  const { rows, nextCursor } = await readPage(c, appealOrder, page, (from) => listOpenAppeals(db, from));
  const ids = rows.flatMap(({ appeal }) => appeal.productId ?? []);
  const products = await readReferences(c, viewer, ids);
  return {
    appeals: rows.map((row) =>
      presentAppeal(row, products.get(row.appeal.productId ?? '') ?? null, viewer.userId),
    ),
    nextCursor,
  };
});

memberEndpoint(memberRoutes, decideAppealCall, (c, { viewer, params: { id }, body }) =>
  decideAppeal(c.var.deps, viewer, id, body),
);
