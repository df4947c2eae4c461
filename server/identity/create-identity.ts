import type { Db } from '@/server/db/client';
import type { ServerEnv } from '@/server/env';
import { ApiError } from '@/server/errors';
import type { IdentityService } from './identity';
import { createFirebaseIdentity } from './identity-firebase';
import { createLocalIdentity } from './identity-local';

const refuse = () => {
  throw new ApiError('unavailable', 'Nobody can sign in on this site yet.');
};
const closedIdentity: IdentityService = { verifyPopup: refuse, redirectURL: refuse, verifyRedirect: refuse };

type IdentityDeps = { db: Db; env: ServerEnv; now: () => Date };

/** Firebase, the local provider, or nobody; nothing else tells them apart. */
export function createIdentity({ db, env, now }: IdentityDeps): IdentityService {
  if (env.identity.kind === 'firebase') return createFirebaseIdentity(env.identity, now);
  return env.identity.kind === 'local' ? createLocalIdentity({ db, now }) : closedIdentity;
}
