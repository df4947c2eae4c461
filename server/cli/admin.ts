import { pino } from 'pino';
import * as z from 'zod/mini';
import { ROLES } from '@/lib/contract/user';
import { type RoleChange, type RoleRequest, setRole } from '@/server/commands/account/set-role';
import { openDatabase } from '@/server/db/client';
import { DirectoryLockedError } from '@/server/db/directory-lock';
import { loadEnv } from '@/server/env';
import { ApiError, ConfigError } from '@/server/errors';
import { callControl, ControlFailure, isSiteRunning } from '@/server/control/control-client';

const USAGE = `Usage: npm run admin -- grant <email or @handle> <role>
       npm run admin -- revoke <email or @handle> [role]

Gives a member a role (${ROLES.join(', ')}), or makes them a plain member again.
Works while the site runs.`;

function readArguments([action, member, role]: string[]): RoleRequest | undefined {
  const known = ROLES.find((name) => name === role);
  if (!member || (role !== undefined && !known)) return undefined;
  if (action === 'revoke') return { member, role: 'member', insteadOf: known };
  return action === 'grant' && known ? { member, role: known } : undefined;
}

const roleChange = z.object({ handle: z.string(), from: z.enum(ROLES), to: z.enum(ROLES) });

/** Through the running site, where it alone has the embedded database open; else in the database itself. */
async function changeRole(request: RoleRequest): Promise<RoleChange> {
  const { databaseURL, dataDir } = loadEnv();
  if (databaseURL === undefined && (await isSiteRunning(dataDir))) {
    return roleChange.parse(await callControl(dataDir, 'POST', '/role', request));
  }
  const logger = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }));
  const { db, close } = await openDatabase({ databaseUrl: databaseURL, dataDir, logger, connectionsMax: 1 });
  try {
    return await setRole({ db, now: () => new Date() }, request);
  } finally {
    await close();
  }
}

async function main(): Promise<number> {
  const request = readArguments(process.argv.slice(2));
  if (!request) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { handle, from, to } = await changeRole(request);
    console.log(from === to ? `@${handle} is ${to} already.` : `@${handle} was ${from} and is ${to} now.`);
    return 0;
  } catch (error) {
    const isForOwner = [ApiError, ConfigError, ControlFailure, DirectoryLockedError].some(
      (kind) => error instanceof kind,
    );
    console.error(isForOwner && error instanceof Error ? error.message : error);
    return 1;
  }
}

process.exitCode = await main();
