import { IMAGE_LIMITS } from '@/lib/contract/image';
import { HOUR_MS } from '@/lib/contract/plain/durations';
import { type ChangedSetting, SETTING_LIMITS } from '@/lib/contract/setting';
import { say, t, type Text, text } from '@/lib/texts/texts';
import { ApiError, ConfigError } from '@/server/base/errors';
import { logAction } from '@/server/commands/log-action';
import { composeEnv, defaultOf, type StoredSettings } from '@/server/config/compose-env';
import { ruleOf } from '@/server/config/setting';
import { findSetting } from '@/server/config/settings';
import type { Deps } from '@/server/deps';
import type { Viewer } from '@/server/policies/viewer';
import { isUsableLogo } from '@/server/queries/images';
import { noteSiteChange } from '@/server/queries/public-changes';
import {
  findChangesOf,
  findSettingsVersion,
  insertSettingsVersion,
  listSettingsVersions,
  lockSettings,
  type StoredChanges,
} from '@/server/queries/settings';
import { labelOf, maskSecret, sayFixing, valueOf } from './show-settings';

type ChangeDeps = Pick<Deps, 'db' | 'env' | 'now' | 'settings'>;

/** Null stores nothing, so that the default holds. */
type Changes = readonly { name: string; value: string | null }[];

const refused = text('settings.refused', "These settings can't be saved as they are.");

const refuse = (fields: Record<string, string>, message: string | Text = refused) =>
  new ApiError('bad_request', message, { fields });

/** @returns what is stored after the changes, and which of them change anything. @throws ApiError naming each setting. */
function mergeChanges(
  deps: ChangeDeps,
  stored: StoredSettings,
  changes: Changes,
  /** Secrets that were stored before are sealed already. */
  areSealed = false,
) {
  const fields: Record<string, string> = {};
  const merged = new Map(Object.entries(stored));
  const real: StoredChanges = {};
  for (const { name, value } of changes) {
    const setting = findSetting(name);
    const fixing = setting && sayFixing(setting, deps);
    const to = value?.trim() || null;
    const from = stored[name] ?? null;
    const kept = to !== null && setting?.kind === 'secret' && !areSealed ? deps.settings.seal(to) : to;
    if (kept === from) continue;
    if (!setting) fields[name] = t('setting.unknown', 'There is no such setting.');
    else if (fixing) fields[name] = fixing;
    // A list is JSON, in which such characters are escaped.
    else if (to !== null && /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]|\\[nu]/u.test(to))
      fields[name] = t('field.keepToOneLine', 'Keep it to one line of plain text.');
    if (kept === null) merged.delete(name);
    else merged.set(name, kept);
    real[name] = { from, to: kept };
  }
  if (Object.keys(fields).length > 0) throw refuse(fields);
  return { merged: Object.fromEntries(merged), real };
}

/** @throws ApiError `bad_request` with the sentences that a start with these settings would end with. */
function requireComposable({ settings }: ChangeDeps, stored: StoredSettings, real: StoredChanges): void {
  try {
    composeEnv(settings.source, settings.open(stored).opened);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const names = Object.keys(real).toSorted((one, other) => other.length - one.length);
    const lines = error.message.split('\n');
    const owners = lines.map((line) => names.find((name) => isAbout(line, name)));
    const fields = Object.fromEntries(
      owners.flatMap((name, index): [string, string][] =>
        name === undefined ? [] : [[name, lines[index] ?? '']],
      ),
    );
    const others = lines.filter((_, index) => owners[index] === undefined);
    throw refuse(fields, others.length > 0 ? others.join(' ') : refused);
  }
}

/** @throws ApiError `bad_request` naming each image that is not there, not ready, or old enough to be deleted as unused. */
async function requireImages({ now }: ChangeDeps, db: Deps['db'], real: StoredChanges): Promise<void> {
  const since = new Date(now().getTime() - IMAGE_LIMITS.unusedHours * HOUR_MS);
  const fields: Record<string, string> = {};
  for (const [name, { to }] of Object.entries(real))
    if (to !== null && findSetting(name)?.kind === 'image' && !(await isUsableLogo(db, to, since)))
      fields[name] = t(
        'settings.imageNotReady',
        'This image is not ready yet, or no longer available. Try again in a moment, or upload it again.',
      );
  if (Object.keys(fields).length > 0) throw refuse(fields);
}

const isAbout = (line: string, name: string): boolean => {
  const rule = ruleOf(name);
  return rule === undefined ? line.includes(name) : new RegExp(`"${rule}[."]`).test(line);
};

/** What a change would do. @throws ApiError as {@link changeSettings}. */
export async function checkChanges(deps: ChangeDeps, changes: Changes): Promise<ChangedSetting[]> {
  const { merged, real } = mergeChanges(deps, deps.settings.applied.stored, changes);
  requireComposable(deps, merged, real);
  await requireImages(deps, deps.db, real);
  return Object.entries(real).flatMap(([name, { to }]) => {
    const setting = findSetting(name);
    if (!setting) return [];
    const before = valueOf(setting, deps);
    const after = maskSecret(name, to) ?? defaultOf(setting, deps.env);
    return [{ name, label: labelOf(name), before, after, effect: setting.effect ? say(setting.effect) : '' }];
  });
}

/**
 * Stores settings as a new version, with its entry in the log. Every process applies it within a second. Without a
 * difference to what is stored, nothing is written.
 *
 * @throws ApiError `bad_request` naming each value that is refused, `conflict` when the settings have changed since the version
 *   that the change is based on.
 */
export async function changeSettings(
  deps: ChangeDeps,
  by: Pick<Viewer, 'userId'> | Text,
  change: { basedOn: number; changes: Changes; note: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const current = await lockCurrent(tx, change.basedOn);
    await store(deps, tx, by, { ...change, current, undone: null });
  });
}

/** Stores what was stored before a version, as a new version. @throws ApiError as {@link changeSettings}, and `not_found`. */
export async function undoSettings(
  deps: ChangeDeps,
  by: Pick<Viewer, 'userId'>,
  { version, basedOn }: { version: number; basedOn: number },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const current = await lockCurrent(tx, basedOn);
    const undone = await findChangesOf(tx, version);
    if (!undone)
      throw new ApiError(
        'not_found',
        text('settings.versionGone', 'This change of the settings is not kept.'),
      );
    const changes = Object.entries(undone).map(([name, { from }]) => ({ name, value: from }));
    await store(deps, tx, by, { changes, note: '', current, undone: version });
  });
}

async function lockCurrent(tx: Deps['db'], basedOn: number) {
  await lockSettings(tx);
  const current = (await findSettingsVersion(tx)) ?? { version: 0, stored: {} };
  if (current.version === basedOn) return current;
  const since = await listSettingsVersions(tx, { since: basedOn, limit: SETTING_LIMITS.pageSize });
  const fields: Record<string, string> = {};
  for (const { changes, authorName, authorHandle } of since)
    for (const [name, { to }] of Object.entries(changes))
      fields[name] ??= t('settings.differs', 'It is now “{value}”, changed by {author}.', {
        value:
          maskSecret(name, to) ??
          t('settings.theDefault', 'the default' /* in place of the value of a setting */),
        author: authorName ?? authorHandle ?? '',
      });
  throw new ApiError(
    'conflict',
    text('settings.changedMeanwhile', 'Somebody has changed the settings since you opened this page.'),
    { fields },
  );
}

type NewVersion = {
  current: { version: number; stored: StoredSettings };
  changes: Changes;
  note: string;
  undone: number | null;
};

async function store(
  deps: ChangeDeps,
  tx: Deps['db'],
  by: Pick<Viewer, 'userId'> | Text,
  { current, changes, note, undone }: NewVersion,
): Promise<void> {
  const { merged, real } = mergeChanges(deps, current.stored, changes, undone !== null);
  const names = Object.keys(real);
  if (names.length === 0) return;
  requireComposable(deps, merged, real);
  await requireImages(deps, tx, real);
  const version = current.version + 1;
  const createdAt = deps.now();
  const entryId = await logAction(tx, by, {
    action: undone === null ? 'settings.change' : 'settings.undo',
    details: { version: String(version), settings: names.join(', ') },
    createdAt,
  });
  await insertSettingsVersion(tx, {
    ...{ version, changes: real, stored: merged, note, undone, entryId, createdAt },
  });
  await noteSiteChange(tx);
}
