import type { Db } from '@/server/db/client';
import type { ServerEnv } from '@/server/env';
import type { IdentityService } from './identity';
import { createFirebaseIdentity } from './identity-firebase';
import { createLocalIdentity } from './identity-local';

type IdentityDeps = { db: Db; env: ServerEnv; now: () => Date };

/** Firebase when it is configured, else the local provider; nothing else tells them apart. */
export function createIdentity({ db, env, now }: IdentityDeps): IdentityService {
  return env.identity.kind === 'firebase'
    ? createFirebaseIdentity(env.identity, now)
    : createLocalIdentity({ db, now });
}
