import { Hono } from 'hono';
import {
  chooseStaffNoticeCall,
  findStaffNoticesCall,
  stopStaffNoticesCall,
} from '@/lib/contract/staff-notice';
import { chooseNotice, findNoticeChoices, stopNotices } from '@/server/commands/staff-notices/choices';
import type { AppEnv } from '@/server/context';
import { endpoint, siteLocation } from '@/server/http/endpoint';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { t } from '@/lib/texts/texts';

export const staffNoticeRoutes = new Hono<AppEnv>();

memberEndpoint(staffNoticeRoutes, findStaffNoticesCall, (c, { viewer }) =>
  findNoticeChoices(c.var.deps, viewer),
);

memberEndpoint(staffNoticeRoutes, chooseStaffNoticeCall, async (c, { viewer, params, body }) => {
  await chooseNotice(c.var.deps, viewer, { ...params, ...body });
  return findNoticeChoices(c.var.deps, viewer);
});

endpoint(staffNoticeRoutes, stopStaffNoticesCall, async (c, { query }) => {
  await stopNotices(c.var.deps, query.token);
  return { message: t('staffNotice.stopped', "You won't get these emails any more.") };
});

/** A mail program without one-click unsubscription opens the same URL in a browser, which gets the page of all choices. */
staffNoticeRoutes.get(stopStaffNoticesCall.path, (c) =>
  c.redirect(siteLocation(c, '/moderation/notices'), 303),
);
