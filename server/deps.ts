import type { Logger } from 'pino';
import type { Database } from '@/server/db/client';
import type { ServerEnv } from './env';
import type { AnswerCache } from './services/answer-cache';
import type { GuardedFetch } from './services/guarded-fetch';
import type { IdentityService } from './services/identity';
import type { ImageStore } from './services/image-store';
import type { JobBell } from './services/job-bell';
import type { Mail } from './services/mail';
import type { RateLimits } from './services/rate-limits';
import type { SessionTokens } from './services/session-token';
import type { Vocabulary } from './services/vocabulary';

/** All that the product server needs from outside; tests pass their own. */
export type Deps = {
  db: Database['db'];
  env: ServerEnv;
  logger: Logger;
  now: () => Date;
  mail: Mail;
  rateLimits: RateLimits;
  identity: IdentityService;
  sessionTokens: SessionTokens;
  /** Reads pages of the public web, and only those. */
  fetchPage: GuardedFetch;
  images: ImageStore;
  bell: JobBell;
  answers: AnswerCache;
  vocabulary: Vocabulary;
};
