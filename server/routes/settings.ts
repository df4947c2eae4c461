import { Hono } from 'hono';
import {
  changeSettingsCall,
  checkSettingsCall,
  findSettingsCall,
  listSettingsVersionsCall,
  sendTestEmailCall,
  SETTING_LIMITS,
  undoSettingsCall,
} from '@/lib/contract/setting';
import type { SettingGroup } from '@/lib/contract/plain/settings';
import { changeSettings, checkChanges, undoSettings } from '@/server/commands/settings/change-settings';
import { sendTestEmail } from '@/server/commands/settings/test-email';
import { showSettings, showVersion } from '@/server/commands/settings/show-settings';
import { findSetting } from '@/server/config/settings';
import type { AppContext, AppEnv } from '@/server/context';
import { memberEndpoint, requireFreshSignIn } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { findChangesOf, listSettingsVersions, settingsOrder } from '@/server/queries/settings';
import type { Viewer } from '@/server/policies/viewer';
import { t } from '@/lib/texts/texts';

export const settingsRoutes = new Hono<AppEnv>();

/** What another process has stored is shown at once: a change based on it would be a conflict. */
async function showCurrent({ var: { deps } }: AppContext) {
  await deps.settings.load();
  return showSettings(deps);
}

memberEndpoint(settingsRoutes, findSettingsCall, (c) => showCurrent(c));

memberEndpoint(settingsRoutes, checkSettingsCall, async (c, { body: { changes } }) => {
  const { deps } = c.var;
  await deps.settings.load();
  return { changes: await checkChanges(deps, changes) };
});

/**
 * With these, a stolen session could take other accounts over: by a script in every page, or by codes that a mail server
 * of somebody else reads.
 */
const GUARDED_GROUPS: readonly SettingGroup[] = ['people', 'mail', 'analytics'];
const isGuarded = (name: string): boolean =>
  GUARDED_GROUPS.some((group) => findSetting(name)?.group === group);

async function requireFreshFor(c: AppContext, viewer: Viewer, names: readonly string[]): Promise<void> {
  if (names.some(isGuarded)) await requireFreshSignIn(c, viewer, 'but-for-first-way');
}

memberEndpoint(settingsRoutes, changeSettingsCall, async (c, { viewer, body }) => {
  await requireFreshFor(
    c,
    viewer,
    body.changes.map(({ name }) => name),
  );
  await changeSettings(c.var.deps, viewer, body);
  return showCurrent(c);
});

memberEndpoint(settingsRoutes, listSettingsVersionsCall, async (c, { query: { after } }) => {
  const { db, settings } = c.var.deps;
  await settings.load();
  const { rows, nextCursor } = await readPage(
    c,
    settingsOrder,
    { after, limit: SETTING_LIMITS.pageSize },
    ({ after: from, limit }) => listSettingsVersions(db, { ...(from && { before: Number(from.id) }), limit }),
  );
  return { version: settings.applied.version, versions: rows.map(showVersion), nextCursor };
});

memberEndpoint(settingsRoutes, undoSettingsCall, async (c, { viewer, params, body: { basedOn } }) => {
  const undone = await findChangesOf(c.var.deps.db, Number(params.version));
  await requireFreshFor(c, viewer, Object.keys(undone ?? {}));
  await undoSettings(c.var.deps, viewer, { version: Number(params.version), basedOn });
  return showCurrent(c);
});

memberEndpoint(settingsRoutes, sendTestEmailCall, async (c, { body: { email } }) => {
  const { deps } = c.var;
  await deps.settings.load();
  await sendTestEmail(deps, email);
  return { message: t('testEmail.sent', 'Sent to {email}. Look into your inbox.', { email }) };
});
