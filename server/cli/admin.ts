import { ROLES } from '@/lib/contract/user';
import type { RoleRequest } from '@/server/commands/account/set-role';
import { controlCommands } from '@/server/control/contract';
import { loadEnv } from '@/server/env';
import { printable, runProgram, UsageError } from './run-program';
import { openTarget, type Target } from './open-target';

const USAGE = `Usage: npm run admin -- grant <email or @handle> <role>
       npm run admin -- revoke <email or @handle> [role]
       npm run admin -- mail

Grants a role (${ROLES.join(', ')}) to a member, or revokes it; or counts the emails that are not sent.
Works while the site is running.`;

function readArguments([action, member, role]: string[]): RoleRequest {
  const known = ROLES.find((name) => name === role);
  if (!member || (role !== undefined && !known)) throw new UsageError(USAGE);
  if (action === 'revoke') return { member, role: 'member', insteadOf: known };
  if (action === 'grant' && known) return { member, role: known };
  throw new UsageError(USAGE);
}

async function describeMail(target: Target): Promise<string> {
  const { waitingCount, retriedCount, givenUpCount, oldestAt } = await target.run(controlCommands.mail, {});
  const since = oldestAt === null ? '' : `, the oldest since ${oldestAt}`;
  return [
    `Waiting to be sent: ${waitingCount}${since}`,
    `Failed at least once, tried again: ${retriedCount}`,
    `Given up in the last 30 days: ${givenUpCount}`,
  ].join('\n');
}

async function changeRole(target: Target, request: RoleRequest): Promise<string> {
  const { handle, from, to } = await target.run(controlCommands.role, request);
  return from === to ? `@${handle} already has the role ${to}.` : `@${handle}: ${from} → ${to}`;
}

await runProgram(async () => {
  const [action, ...rest] = process.argv.slice(2);
  if (action === 'mail' && rest.length > 0) throw new UsageError(USAGE);
  const request = action === 'mail' ? undefined : readArguments(process.argv.slice(2));
  const target = await openTarget(loadEnv());
  try {
    console.log(request ? printable(await changeRole(target, request)) : await describeMail(target));
  } finally {
    await target.close();
  }
});
