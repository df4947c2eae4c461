import type { Logger } from 'pino';
import type { Database } from '@/server/db/client';
import type { ServerEnv } from './config/env';
import type { Brakes } from './limits/brakes';
import type { KnownHits } from './http/known-hits';
import type { CursorSigner, NetworkHash } from './http/derived-keys';
import type { PublicChanges } from './http/public-changes';
import type { ResponseCache } from './http/response-cache';
import type { SiteSettings } from './config/site-settings';
import type { GuardedFetch } from './web/guarded-fetch';
import type { HostResolver, TextResolver } from '@/server/web/public-address';
import type { IdentityService } from './identity/identity';
import type { ImageStore } from './images/image-store';
import type { JobWaker } from './base/job-waker';
import type { Mail } from './mail/mail';
import type { Metrics } from './metrics/metrics';
import type { SignedLinks } from './mail/signed-links';
import type { RateLimits } from './limits/rate-limits';
import type { UpvoteQueue } from './upvote-queue';
import type { DigestKeys } from '@/server/sessions/key-ring';
import type { SessionTokens } from './sessions/session-token';
import type { Vocabulary } from './search/vocabulary';
import type { CardWorkers, ImageWorkers } from '@/server/workers/image-workers';
import type { ListWorkers } from './workers/list-workers';
import type { TextWorkers } from './workers/text-workers';

/** Everything that the product server needs from outside. Tests pass their own. */
export type Deps = {
  db: Database['db'];
  /** Settings change it while the process runs: read what they decide when it is needed. */
  env: ServerEnv;
  settings: SiteSettings;
  logger: Logger;
  metrics: Metrics;
  now: () => Date;
  mail: Mail;
  rateLimits: RateLimits;
  upvoteQueue: UpvoteQueue;
  identity: IdentityService;
  sessionTokens: SessionTokens;
  digestKeys: DigestKeys;
  cursorSigner: CursorSigner;
  networkHash: NetworkHash;
  newsletterLinks: SignedLinks;
  staffNoticeLinks: SignedLinks;
  setupLinks: SignedLinks;
  backupLinks: SignedLinks;
  /** Fetches pages of the public web, and no others. */
  fetchPage: GuardedFetch;
  /** @throws Error when the disk of the folder cannot be measured. */
  readFreeBytes: (folder: string) => Promise<number>;
  /** Of this program. */
  version: string;
  resolveHost: HostResolver;
  resolveText: TextResolver;
  images: ImageStore;
  imageWorkers: ImageWorkers;
  cardWorkers: CardWorkers;
  jobWaker: JobWaker;
  brakes: Brakes;
  publicChanges: PublicChanges;
  responseCache: ResponseCache;
  vocabulary: Vocabulary;
  knownHits: KnownHits;
  textWorkers: TextWorkers;
  readInThread: ListWorkers;
};
