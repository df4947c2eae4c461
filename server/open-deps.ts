import { pino } from 'pino';
import { type Database, openDatabase } from './db/client';
import type { Deps } from './deps';
import type { ServerEnv } from './env';
import { AnswerCache } from './services/answer-cache';
import { createMail } from './services/mail';
import { createRateLimits } from './services/rate-limits';

/** Never in a log, wherever an object carries them. */
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

export const createLogger = ({ logLevel }: Pick<ServerEnv, 'logLevel'>) =>
  pino({
    level: logLevel,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
  });

/** Opens everything the product server needs: each part its embedded default, or the configured service. */
export async function openDeps(env: ServerEnv): Promise<{ deps: Deps; database: Database }> {
  const logger = createLogger(env);
  const database = await openDatabase({
    databaseUrl: env.databaseURL,
    connectionsMax: env.databasePoolMax,
    dataDir: env.dataDir,
    logger,
  });
  const deps: Deps = {
    db: database.db,
    env,
    logger,
    now: () => new Date(),
    mail: createMail(env),
    rateLimits: createRateLimits(database.pool),
    answers: new AnswerCache(),
  };
  return { deps, database };
}
