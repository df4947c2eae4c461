import { desc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { presentOpenAPI } from '@/server/presenters/openapi';
import type { Call } from '@/lib/contract/call';
import { CALLS } from '@/lib/contract/calls';
import { users } from '@/server/db/schema';
import { sessions } from '@/server/db/schema/sign-in-schema';
import { buildProduct, buildUser } from '../setup/build';
import {
  type Actor,
  ACTORS,
  describeDifference,
  expectedStatus,
  STANDINGS,
} from '../setup/permission-entries';
import { PERMISSIONS } from '../setup/permission-table';
import { buildPermissionWorld, type PermissionWorld } from '../setup/permission-world';
import { setUpTestApp, testNow } from '../setup/test-app';

const api = setUpTestApp();
/** Signs an actor in. A standing is lost after the sign-in, as it happens. */
async function headersOf(actor: Actor, world: PermissionWorld): Promise<Record<string, string>> {
  const { headers, owner, claimant } = world;
  const letterAt = 'Bearer '.length + 90;
  const { accessToken } = headers;
  const { role, standing, relation } = ACTORS[actor];
  switch (actor) {
    case 'visitor':
      return {};
    case 'cookie alone':
      return { cookie: `encrypted_token=${accessToken.replace('Bearer ', '')}` };
    case 'broken token': {
      const letter = accessToken[letterAt] === 'A' ? 'B' : 'A';
      return { accessToken: accessToken.slice(0, letterAt) + letter + accessToken.slice(letterAt + 1) };
    }
    case 'expired token':
      return endedSession(owner, { expiresAt: testNow });
    case 'revoked token':
      return endedSession(owner, { revokedAt: testNow });
    case 'other member': {
      const other = await buildUser(api.db);
      await buildProduct(api.db, { submitterId: other.id });
      return api.signIn(other);
    }
    case 'former admin': {
      const former = await buildUser(api.db, { role: 'admin' });
      const signedIn = await api.signIn(former);
      await setUser(former.id, { role: 'member' });
      return signedIn;
    }
    default: {
      if (relation === 'verified owner') return api.signIn(claimant);
      const user = relation === 'submitter' ? owner : await buildUser(api.db, { role });
      const signedIn = relation === 'submitter' ? headers : await api.signIn(user);
      await setUser(user.id, STANDINGS[standing]);
      return signedIn;
    }
  }
}

const setUser = async (id: string, changes: Partial<typeof users.$inferInsert>) => {
  if (Object.keys(changes).length > 0) await api.db.update(users).set(changes).where(eq(users.id, id));
};
const goodStanding = { suspendedUntil: null, bannedAt: null, deletionRequestedAt: null };

/** Headers with a further session of the user, which has ended. */
async function endedSession(user: PermissionWorld['owner'], end: { expiresAt: Date } | { revokedAt: Date }) {
  const headers = await api.signIn(user);
  const [newest] = await api.db.select().from(sessions).orderBy(desc(sessions.id)).limit(1);
  await api.db
    .update(sessions)
    .set(end)
    .where(eq(sessions.id, newest?.id ?? ''));
  return headers;
}

const operations = z.record(z.string(), z.record(z.string(), z.unknown()));
const { paths } = presentOpenAPI(CALLS, { siteName: '', siteURL: '', serverURL: '' });
const documented = Object.entries(operations.parse(paths)).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => ({ name: `${method.toUpperCase()} ${path}`, method, path })),
);
const callOf = new Map<string, Call>(
  CALLS.map(
    (call) => [`${call.method.toUpperCase()} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`, call] as const,
  ),
);
const actors = Object.keys(ACTORS).filter((actor): actor is Actor => actor in ACTORS);

it('has a line for each endpoint of the OpenAPI document, and no other lines', () => {
  expect(Object.keys(PERMISSIONS).sort()).toEqual(documented.map(({ name }) => name).sort());
});

it('says the same as the contract about who may make each call', () => {
  const differences = Object.entries(PERMISSIONS).flatMap(([name, entry]) => {
    const call = callOf.get(name);
    const difference = call ? describeDifference(entry, call) : 'is not in the contract';
    return difference === undefined ? [] : [`${name} ${difference}`];
  });
  expect(differences).toEqual([]);
});

describe.each(documented.filter(({ name }) => name in PERMISSIONS))('$name', ({ name, method, path }) => {
  it('answers each actor as follows from the table', async () => {
    const entry = PERMISSIONS[name];
    if (!entry) throw new Error(`${name} has no line`);
    const statuses: Record<string, number> = {};
    // A call that only reads, or is refused, leaves its rows as they are for the next actor.
    let unchanged: PermissionWorld | undefined;
    for (const actor of actors) {
      const world: PermissionWorld = unchanged ?? (await buildPermissionWorld(api));
      const headers = await headersOf(actor, world);
      const { query, params = {}, body } = entry.request(world);
      const url = path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
      const { status } = await api.request(method.toUpperCase(), `/api${url}${query ? `?${query}` : ''}`, {
        headers,
        body,
      });
      statuses[actor] = status;
      await setUser(world.owner.id, goodStanding);
      unchanged = method === 'get' || status >= 400 ? world : undefined;
      await api.db.execute('DELETE FROM rate_limits');
    }

    expect(statuses).toEqual(
      Object.fromEntries(actors.map((actor) => [actor, expectedStatus(method, entry, actor)])),
    );
  });
});
