import { spawnSync } from 'node:child_process';
import { isBuildCurrent } from '@/host/build-stamp';
import { openSession } from '@/server/commands/account/sign-in';
import { type DatabaseOptions, openDatabase } from '@/server/db/client';
import { users } from '@/server/db/schema';
import { createKeyRing } from '@/server/sessions/key-ring';
import { createSessionTokens } from '@/server/sessions/session-token';

export const sessionKey = Buffer.alloc(32, 9).toString('base64url');

/** Builds the site unless it is built. @returns the variables that a process of this build needs, with demo content. */
export async function siteEnv(): Promise<Record<string, string>> {
  if (!(await isBuildCurrent())) {
    console.log('  Building the site …');
    const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error('The build failed');
  }
  // One trusted proxy, so that each request can name a different client address for the rate limits.
  return { APP_ENV: 'demo', SESSION_KEYS: sessionKey, TRUSTED_PROXY_HOPS: '1' };
}

/** Adds members to the database of a site that does not run yet. @returns the session token of each. */
export async function addMembers(options: DatabaseOptions, total: number): Promise<string[]> {
  const { db, close } = await openDatabase(options);
  const sessionTokens = createSessionTokens(createKeyRing([sessionKey]));
  const tokens: string[] = [];
  for (let number = 1; number <= total; number += 1) {
    const [user] = await db
      .insert(users)
      .values({ handle: `drill-${number}`, name: `Drill ${number}`, createdAt: new Date(0) })
      .returning({ id: users.id });
    const session = await openSession(
      { db, sessionTokens, now: () => new Date() },
      { userId: user?.id ?? '', userAgent: null },
    );
    tokens.push(session.token);
  }
  await close();
  return tokens;
}
