import { type Logger, pino } from 'pino';
import { type Database, openDatabase } from './db/client';
import type { Deps } from './deps';
import type { ServerEnv } from './env';
import { ResponseCache } from './http/response-cache';
import { createIdentity } from './identity/create-identity';
import { createGuardedFetch } from './web/guarded-fetch';
import { createImageStore } from './images/create-image-store';
import { JobWaker } from './job-waker';
import { openKeyRing } from './sessions/key-ring';
import { createMail } from './mail';
import { createRateLimits } from './rate-limits';
import { createSessionTokens } from './sessions/session-token';
import { Vocabulary } from './search/vocabulary';

/** Fields that are redacted in logs, at any of the first three levels of an object. */
const secrets = [
  'accessToken',
  'authorization',
  'cookie',
  'encrypted_token',
  'idToken',
  'token',
  'email',
  'password',
];

/** Log lines are buffered and written after this many bytes or `logDelayMsMax`; fatal ones at once. */
const logBytesMin = 4_096;
const logDelayMsMax = 500;

export function createLogger({ logLevel }: Pick<ServerEnv, 'logLevel'>): Logger {
  const destination = pino.destination({
    fd: 1,
    sync: false,
    minLength: logBytesMin,
    periodicFlush: logDelayMsMax,
  });
  const paths = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level: logLevel, redact: { paths, censor: '[redacted]' } }, destination);
}

/** Opens everything the product server needs. Each part uses the configured service, or its embedded default. */
export async function createDeps(env: ServerEnv): Promise<{ deps: Deps; database: Database }> {
  const logger = createLogger(env);
  const database = await openDatabase({
    databaseUrl: env.databaseURL,
    connectionsMax: env.databasePoolMax,
    dataDir: env.dataDir,
    logger,
  });
  const now = () => new Date();
  const deps: Deps = {
    db: database.db,
    env,
    logger,
    now,
    mail: createMail(env),
    rateLimits: createRateLimits(database.pool),
    identity: createIdentity({ db: database.db, env, now }),
    sessionTokens: createSessionTokens(await openKeyRing(env)),
    fetchPage: createGuardedFetch({ userAgent: previewAgent(env) }),
    images: createImageStore(env),
    jobWaker: new JobWaker(),
    responseCache: new ResponseCache(),
    vocabulary: new Vocabulary(),
  };
  return { deps, database };
}

/** The user agent of link previews. Names the site, so that operators of other sites can contact its owner. */
const previewAgent = ({ siteName, siteURL }: ServerEnv) =>
  `${siteName.replace(/[^A-Za-z0-9-]/g, '') || 'Directory'}/1.0 (+${encodeURI(siteURL)}; link preview)`;
