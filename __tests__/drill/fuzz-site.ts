import { eq } from 'drizzle-orm';
import { createApp } from '@/server/app';
import { openSession } from '@/server/commands/account/sign-in';
import { users } from '@/server/db/schema';
import type { Deps } from '@/server/deps';
import { UpvoteQueue } from '@/server/upvote-queue';
import { buildProduct, buildUser } from '../setup/build';
import { noRateLimits } from '../setup/no-rate-limits';
import type { FuzzedActor, FuzzTarget } from './fuzz';
import { HOSTILE_TEXTS } from './fuzz-values';

/** Approved from the start, so that there is something to refer to. */
const PRODUCTS = 10;

/** What every previewed page contains. */
const PAGE = `<title>${HOSTILE_TEXTS.join(' ')}</title><meta name="description" content="${HOSTILE_TEXTS.slice(0, 20).join(' ')}">`;

type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/**
 * The product server as the fuzzer's target: requests come from this machine, so that the local identity provider
 * answers them; no rate limits; and every page of the web is the same.
 */
export async function createFuzzTarget(deps: Deps): Promise<FuzzTarget & { fetch: Fetch }> {
  const app = createApp(
    {
      ...deps,
      rateLimits: noRateLimits,
      upvoteQueue: new UpvoteQueue({ ...deps, rateLimits: noRateLimits }),
      fetchPage: (url) =>
        Promise.resolve({ url, contentType: 'text/html', bytes: Buffer.from(PAGE), isCut: false }),
    },
    { basePath: '/api' },
  );
  for (let count = 0; count < PRODUCTS; count += 1)
    await buildProduct(deps.db, { tags: ['React', 'Design'] });
  const connection = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const accounts = new Map<FuzzedActor, string>();

  const fetch: Fetch = (path, init) =>
    Promise.resolve(app.request(`http://localhost:3000${path}`, init, connection));

  return {
    /** Sends a request to any path. */
    fetch,
    document: await (await fetch('/api/openapi.json', {})).json(),
    send: ({ method, target, headers, body }) =>
      fetch(`/api${target}`, {
        method,
        headers: { host: 'localhost:3000', ...headers },
        ...(body !== undefined && { body }),
      }),
    async signIn(actor) {
      const userId = accounts.get(actor) ?? (await buildUser(deps.db, { role: actor })).id;
      accounts.set(actor, userId);
      await deps.db.update(users).set({ deletionRequestedAt: null }).where(eq(users.id, userId));
      const { token } = await openSession(deps, { userId, userAgent: null });
      return { accessToken: `Bearer ${token}` };
    },
  };
}
