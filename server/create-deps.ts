import path from 'node:path';
import type { Logger } from 'pino';
import { type Database, type Db, openDatabase } from './db/client';
import { prepareDataDir } from './db/data-dir';
import { readFromPrimary, readFromReplicas } from './db/replicas';
import type { Deps } from './deps';
import type { ServerEnv } from './config/env';
import { givenVariables } from './config/env-file';
import { SiteSettings } from './config/site-settings';
import { ApiError } from './base/errors';
import { provideSiteWords } from '@/lib/texts/site-words';
import { text } from '@/lib/texts/texts';
import { createCursorSigner, createNetworkHash } from './http/derived-keys';
import { KnownHits } from './http/known-hits';
import { PublicChanges } from './http/public-changes';
import { ResponseCache } from './http/response-cache';
import type { IdentityService } from './identity/identity';
import { createFirebaseIdentity } from './identity/identity-firebase';
import { createLocalIdentity } from './identity/identity-local';
import { createOAuthIdentity } from './identity/identity-oauth';
import type { ImageStore } from './images/image-store';
import { createFileStore } from './images/image-store-file';
import { createS3Store } from './images/image-store-s3';
import { createGuardedFetch } from './web/guarded-fetch';
import { userAgent } from '@/server/web/fetch-limits';
import { Brakes } from './limits/brakes';
import { listBrakes } from './queries/brakes';
import { createHostResolver, createTextResolver } from '@/server/web/public-address';
import { readFreeBytes } from './base/free-space';
import { JobWaker } from './base/job-waker';
import { createLogger } from './base/log';
import { openKeyRing, createDigestKeys, createSecretBox } from '@/server/sessions/key-ring';
import { watchQueries } from './metrics/slow-queries';
import { measuredMail, createMail } from './mail/mail';
import { Metrics } from './metrics/metrics';
import {
  createBackupLinks,
  createNewsletterLinks,
  createSetupLinks,
  createStaffNoticeLinks,
} from './mail/signed-links';
import { listPublicChanges } from './queries/public-changes';
import { findSettingsVersion } from './queries/settings';
import { createRateLimits } from './limits/rate-limits';
import { createSessionTokens } from './sessions/session-token';
import { Vocabulary } from './search/vocabulary';
import { isKnownLanguage } from './search/word-forms';
import { createCardWorkers, createImageWorkers } from '@/server/workers/image-workers';
import { VERSION } from './version';
import { UpvoteQueue } from './upvote-queue';
import { readInThread } from './workers/list-workers';
import { createTextWorkers } from './workers/text-workers';

/**
 * Opens everything the product server needs. Each part uses the configured service, or its embedded default.
 *
 * @param source the variables that the configuration was read from.
 */
export async function createDeps(
  env: ServerEnv,
  source = givenVariables(),
): Promise<{ deps: Deps; database: Database }> {
  provideSiteWords(env);
  const logger = createLogger(env.logLevel);
  if (!prepareDataDir(env.dataDir)) {
    logger.warn('Other users of this machine can read files in DATA_DIR that belong to another user.');
  }
  if (!isKnownLanguage(env.siteLanguage)) {
    logger.warn('Search knows no word forms of SITE_LANGUAGE, so it takes those of English.');
  }
  const database = await openDatabase({
    databaseUrl: env.databaseURL,
    connectionsMax: env.databasePoolMax,
    replicas: env.databaseReplicas,
    away: { awayMsMax: env.databaseAwayMsMax, startWaitMs: env.databaseAwayMsMax },
    dataDir: env.dataDir,
    logger,
  });
  const now = () => new Date();
  const metrics = new Metrics();
  metrics.watchPool(database.pool);
  metrics.watchReplicas(database.replicas);
  watchQueries(database.pool, { logger, metrics });
  const keyRing = await openKeyRing(env);
  const publicChanges = new PublicChanges((since) =>
    readFromPrimary(() => listPublicChanges(database.db, since)),
  );
  const settings = new SiteSettings({
    ...{ env, source, logger, secrets: createSecretBox(keyRing) },
    read: (before) => readFromPrimary(() => findSettingsVersion(database.db, before)),
  });
  settings.onApply(() => provideSiteWords(env));
  publicChanges.onSiteChange(() => settings.load());
  // What is changed between the two is read again with the first changes.
  await publicChanges.catchUp();
  await settings.load();
  const responseCache = new ResponseCache(publicChanges, { readFrom: readFromReplicas });
  metrics.watchResponseCache(() => responseCache.figures);
  const rateLimits = createRateLimits({ db: database.db, logger, now });
  const deps: Deps = {
    db: database.db,
    env,
    settings,
    logger,
    metrics,
    now,
    mail: measuredMail(createMail(env), metrics),
    rateLimits,
    upvoteQueue: new UpvoteQueue({ db: database.db, rateLimits, now }),
    identity: createIdentity({ db: database.db, env, now, sessionKeys: keyRing.keys }),
    sessionTokens: createSessionTokens(keyRing),
    digestKeys: createDigestKeys(keyRing),
    cursorSigner: createCursorSigner(keyRing),
    networkHash: createNetworkHash(keyRing),
    newsletterLinks: createNewsletterLinks(keyRing),
    staffNoticeLinks: createStaffNoticeLinks(keyRing),
    setupLinks: createSetupLinks(keyRing),
    backupLinks: createBackupLinks(keyRing),
    fetchPage: createGuardedFetch({ userAgent: () => userAgent(env) }),
    readFreeBytes,
    version: VERSION,
    resolveHost: createHostResolver(),
    resolveText: createTextResolver(),
    images: createImageStore(env, logger),
    imageWorkers: createImageWorkers(),
    cardWorkers: createCardWorkers(path.join(env.dataDir, 'font-cache')),
    jobWaker: new JobWaker(),
    brakes: new Brakes(() => readFromPrimary(() => listBrakes(database.db))),
    publicChanges,
    responseCache,
    vocabulary: new Vocabulary(env.siteLanguage),
    knownHits: new KnownHits(publicChanges),
    textWorkers: createTextWorkers(),
    readInThread,
  };
  return { deps, database };
}

const throwUnavailable = () => {
  throw new ApiError('unavailable', text('signIn.notSetUpYet', 'Sign-in is not set up on this site yet.'));
};
const closedIdentity: IdentityService = {
  verifyPopup: throwUnavailable,
  redirectURL: throwUnavailable,
  verifyRedirect: throwUnavailable,
};

type IdentityDeps = { db: Db; env: ServerEnv; now: () => Date; sessionKeys: readonly Uint8Array[] };

/** Selects the identity service: Firebase, the clients at Google and Github, the local provider, or none. The rest of the server does not know which. */
export function createIdentity({ db, env, now, sessionKeys }: IdentityDeps): IdentityService {
  if (env.identity.kind === 'firebase') return createFirebaseIdentity(env.identity, now);
  if (env.identity.kind === 'oauth') return createOAuthIdentity(env.identity, { sessionKeys, now });
  return env.identity.kind === 'local' ? createLocalIdentity({ db, now }) : closedIdentity;
}

/** Stores images in a bucket when the `S3_` settings are present, else as files in `DATA_DIR/images`. */
export const createImageStore = (env: Pick<ServerEnv, 's3' | 'dataDir'>, logger?: Logger): ImageStore =>
  env.s3
    ? createS3Store(env.s3)
    : createFileStore(path.join(env.dataDir, 'images'), (image) =>
        logger?.error({ image }, 'The file of an image is damaged. Restore a backup, see docs/backup.md.'),
      );
