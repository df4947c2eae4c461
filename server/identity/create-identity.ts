import type { Db } from '@/server/db/client';
import type { ServerEnv } from '@/server/env';
import { ApiError } from '@/server/errors';
import type { IdentityService } from './identity';
import { createFirebaseIdentity } from './identity-firebase';
import { createLocalIdentity } from './identity-local';

const refuse = () => {
  throw new ApiError('unavailable', 'Sign-in is not set up on this site yet.');
};
const closedIdentity: IdentityService = { verifyPopup: refuse, redirectURL: refuse, verifyRedirect: refuse };

type IdentityDeps = { db: Db; env: ServerEnv; now: () => Date };

/** Selects the identity service: Firebase, the local provider, or none. The rest of the server does not know which. */
export function createIdentity({ db, env, now }: IdentityDeps): IdentityService {
  if (env.identity.kind === 'firebase') return createFirebaseIdentity(env.identity, now);
  return env.identity.kind === 'local' ? createLocalIdentity({ db, now }) : closedIdentity;
}
