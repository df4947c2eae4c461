import { ROLES } from '@/lib/contract/user';
import type { RoleRequest } from '@/server/commands/account/set-role';
import { controlCommands } from '@/server/control/contract';
import { loadEnv } from '@/server/env';
import { printable, runProgram, UsageError } from './run-program';
import { openTarget } from './open-target';

const USAGE = `Usage: npm run admin -- grant <email or @handle> <role>
       npm run admin -- revoke <email or @handle> [role]

Grants a role (${ROLES.join(', ')}) to a member, or revokes it.
Works while the site is running.`;

function readArguments([action, member, role]: string[]): RoleRequest {
  const known = ROLES.find((name) => name === role);
  if (!member || (role !== undefined && !known)) throw new UsageError(USAGE);
  if (action === 'revoke') return { member, role: 'member', insteadOf: known };
  if (action === 'grant' && known) return { member, role: known };
  throw new UsageError(USAGE);
}

await runProgram(async () => {
  const request = readArguments(process.argv.slice(2));
  const target = await openTarget(loadEnv());
  try {
    const { handle, from, to } = await target.run(controlCommands.role, request);
    const done = from === to ? `@${handle} already has the role ${to}.` : `@${handle}: ${from} → ${to}`;
    console.log(printable(done));
  } finally {
    await target.close();
  }
});
