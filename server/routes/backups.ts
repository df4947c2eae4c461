import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import {
  BACKUP_LIMITS,
  type BackupOverview,
  checkBackupCall,
  linkBackupCall,
  listBackupsCall,
  makeBackupCall,
} from '@/lib/contract/backup';
import { SECOND_MS } from '@/lib/contract/plain/durations';
import { text } from '@/lib/texts/texts';
import {
  hasBackupFile,
  listBackupFiles,
  openBackupFile,
  restoreCommandOf,
  scheduledName,
} from '@/server/backup/backup-folder';
import { beginBackupWork, readBackupWork } from '@/server/backup/backup-work';
import { ApiError } from '@/server/base/errors';
import { logAction } from '@/server/commands/log-action';
import type { AppContext, AppEnv } from '@/server/context';
import { readSessionCookie } from '@/server/http/cookies';
import { serverBaseOf } from '@/server/http/local-request';
import { BACKUP_DOWNLOADS } from '@/server/http/long-responses';
import { findViewerOf, memberEndpoint } from '@/server/http/member-endpoint';
import { describeLostStanding } from '@/server/policies/viewer';

export const backupRoutes = new Hono<AppEnv>();

memberEndpoint(backupRoutes, listBackupsCall, async (c): Promise<BackupOverview> => {
  const { backups, databaseURL } = c.var.deps.env;
  const { folder, everyHours, keptCount, passphrase } = backups;
  const found = folder === undefined ? undefined : await listBackupFiles(folder);
  const isEmbedded = databaseURL === undefined;
  return {
    state: folder === undefined ? 'off' : found ? 'ready' : 'missing',
    folder: folder ?? '',
    ...{ everyHours, keptCount, hasPassphrase: passphrase !== '' },
    database: isEmbedded ? 'embedded' : 'postgres',
    restoreCommand: restoreCommandOf(folder ?? '', isEmbedded, found?.[0]?.name),
    backups: (found ?? []).map(({ name, writtenAt, bytes }) => ({
      kind: scheduledName.test(name) ? 'scheduled' : 'by-hand',
      ...{ name, writtenAt: writtenAt.toISOString(), bytes },
    })),
    work: folder === undefined ? null : await readBackupWork(folder),
  };
});

memberEndpoint(backupRoutes, makeBackupCall, async (c, { viewer }) => {
  const { db, logger, now } = c.var.deps;
  const work = await beginBackupWork({ folder: folderOf(c), logger, now }, 'make');
  if (!work) throw busy();
  await logAction(db, viewer, { action: 'backup.make', details: { name: work.name }, createdAt: now() });
  return { work };
});

memberEndpoint(backupRoutes, checkBackupCall, async (c, { viewer, body: { name } }) => {
  const { db, logger, now } = c.var.deps;
  const folder = folderOf(c);
  if (!(await hasBackupFile(folder, name))) throw missing();
  const work = await beginBackupWork({ folder, logger, now }, 'check', name);
  if (!work) throw busy();
  await logAction(db, viewer, { action: 'backup.check', details: { name }, createdAt: now() });
  return { work };
});

memberEndpoint(backupRoutes, linkBackupCall, async (c, { viewer, body: { name } }) => {
  const { db, now, backupLinks } = c.var.deps;
  if (!(await hasBackupFile(folderOf(c), name))) throw missing();
  await logAction(db, viewer, { action: 'backup.download', details: { name }, createdAt: now() });
  const endsAtMs = now().getTime() + BACKUP_LIMITS.linkSeconds * SECOND_MS;
  return {
    url: `${serverBaseOf(c)}${BACKUP_DOWNLOADS}${backupLinks.sign(`${viewer.userId}.${endsAtMs}.${name}`)}`,
  };
});

/** A navigation has no `accessToken` header, so the link says who may follow it, and the cookie who does. */
backupRoutes.get(`${BACKUP_DOWNLOADS}:token`, async (c) => {
  const name = await readDownload(c, c.req.param('token'));
  const file = await openBackupFile(folderOf(c), name);
  if (!file) throw missing();
  c.header('content-type', 'application/octet-stream');
  c.header('content-length', String(file.bytes));
  c.header('content-disposition', `attachment; filename="${name}"`);
  c.header('cache-control', 'no-store');
  c.header('x-content-type-options', 'nosniff');
  if (c.req.method === 'HEAD' || file.bytes === 0) {
    await file.handle.close();
    return c.body(null);
  }
  // What is written to the file on the way would be more than the header says.
  const source = file.handle.createReadStream({ end: file.bytes - 1 });
  return stream(c, async (out) => {
    out.onAbort(() => void source.destroy());
    try {
      for await (const part of source.iterator()) {
        if (out.aborted) return;
        if (part instanceof Uint8Array) await out.write(part);
      }
    } catch (error) {
      if (!out.aborted) throw error;
    } finally {
      source.destroy();
    }
  });
});

/** @throws ApiError `not_found` for a link that is forged, too old, or of another member; `forbidden` for a former admin. */
async function readDownload(c: AppContext, token: string): Promise<string> {
  const { backupLinks, now } = c.var.deps;
  const [, userId, endsAtMs, name] = /^(\d+)\.(\d+)\.(.+)$/.exec(backupLinks.read(token) ?? '') ?? [];
  const cookie = readSessionCookie(c);
  const viewer = cookie === undefined ? undefined : await findViewerOf(c, cookie);
  if (name === undefined || now().getTime() > Number(endsAtMs) || viewer?.userId !== userId)
    throw new ApiError(
      'not_found',
      text('backups.linkEnded', 'This link no longer works. Go back to the backups and download it again.'),
    );
  const lost = viewer && describeLostStanding(viewer, { access: 'admin', isBarredBySuspension: true });
  if (lost !== undefined) throw new ApiError('forbidden', lost);
  return name;
}

function folderOf(c: AppContext): string {
  const { folder } = c.var.deps.env.backups;
  if (folder !== undefined) return folder;
  throw new ApiError('unavailable', text('backups.off', 'Backups are switched off on this site.'));
}

const busy = () =>
  new ApiError(
    'conflict',
    text('backups.busy', 'A backup or a check is running already. Wait until it has ended.'),
  );
const missing = () => new ApiError('not_found', text('backups.missing', 'There is no such backup.'));
