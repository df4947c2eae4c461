import type { Logger } from 'pino';
import type { Database } from '@/server/db/client';
import type { ServerEnv } from './env';
import type { CursorSigner } from './http/cursor-signer';
import type { PublicChanges } from './http/public-changes';
import type { ResponseCache } from './http/response-cache';
import type { GuardedFetch } from './web/guarded-fetch';
import type { HostResolver } from './web/resolve-host';
import type { IdentityService } from './identity/identity';
import type { ImageStore } from './images/image-store';
import type { JobWaker } from './job-waker';
import type { Mail } from './mail';
import type { Metrics } from './metrics';
import type { NewsletterLinks } from './newsletter-links';
import type { RateLimits } from './rate-limits';
import type { UpvoteQueue } from './upvote-queue';
import type { SessionTokens } from './sessions/session-token';
import type { Vocabulary } from './search/vocabulary';
import type { CardWorkers } from './workers/card-workers';
import type { ImageWorkers } from './workers/image-workers';
import type { TextWorkers } from './workers/text-workers';

/** Everything that the product server needs from outside. Tests pass their own. */
export type Deps = {
  db: Database['db'];
  env: ServerEnv;
  logger: Logger;
  metrics: Metrics;
  now: () => Date;
  mail: Mail;
  rateLimits: RateLimits;
  upvoteQueue: UpvoteQueue;
  identity: IdentityService;
  sessionTokens: SessionTokens;
  cursorSigner: CursorSigner;
  newsletterLinks: NewsletterLinks;
  /** Fetches pages of the public web, and no others. */
  fetchPage: GuardedFetch;
  resolveHost: HostResolver;
  images: ImageStore;
  imageWorkers: ImageWorkers;
  cardWorkers: CardWorkers;
  jobWaker: JobWaker;
  publicChanges: PublicChanges;
  responseCache: ResponseCache;
  vocabulary: Vocabulary;
  textWorkers: TextWorkers;
};
