import { ROLES } from '@/lib/contract/user';
import type { RoleRequest } from '@/server/commands/account/set-role';
import { controlCommands } from '@/server/control/contract';
import type { KeyReview } from '@/server/commands/products/review-fields';
import { loadEnv } from '@/server/env';
import { readSiteFile, readSiteText } from '@/server/fields/site-file';
import { printable, runProgram, UsageError } from './run-program';
import { openTarget, type Target } from './open-target';

const USAGE = `Usage: npm run admin -- grant <email or @handle> <role>
       npm run admin -- revoke <email or @handle> [role]
       npm run admin -- mail
       npm run admin -- fields [file]

Grants a role (${ROLES.join(', ')}) to a member, or revokes it; counts the emails that are not sent; or says what a
site file (default: SITE_FILE) would do to the stored values, and changes nothing.
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

async function describeFields(target: Target, name: string): Promise<string> {
  const text = readSiteText(name);
  const fields = readSiteFile(text, name);
  const { keys } = await target.run(controlCommands.fields, { text, name });
  const stored = new Set(keys.map(({ key }) => key));
  const unused = fields.filter(
    ({ key, formerKeys }) => ![key, ...formerKeys].some((each) => stored.has(each)),
  );
  return [
    ...keys.map(describeKey),
    ...unused.map(({ key }) => `${key}: no values yet.`),
    'Nothing was changed. Stored values are never deleted: those that no field shows are kept aside.',
  ].join('\n');
}

function describeKey({
  key,
  storedCount,
  shownNowCount,
  shownThenCount,
  shownAs,
  problem,
}: KeyReview): string {
  const values = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'value' : 'values'}`;
  const asideCount = storedCount - shownThenCount;
  return [
    `${key}: ${values(storedCount)} stored, ${shownNowCount.toLocaleString('en')} shown now.`,
    ...(shownAs === null
      ? ['No field of the file has this key: all are kept aside.']
      : [
          `${values(shownThenCount)} shown${shownAs === key ? '' : ` as “${shownAs}”`}, ${asideCount.toLocaleString('en')} kept aside.`,
        ]),
    ...(problem === null ? [] : [`For example: ${problem}`]),
  ].join(' ');
}

await runProgram(async () => {
  const [action, file, ...rest] = process.argv.slice(2);
  const takesMore = action !== 'mail' && action !== 'fields';
  if (!takesMore && rest.length + (action === 'mail' && file !== undefined ? 1 : 0) > 0)
    throw new UsageError(USAGE);
  const request = takesMore ? readArguments(process.argv.slice(2)) : undefined;
  const env = loadEnv();
  const target = await openTarget(env);
  try {
    const text = request
      ? await changeRole(target, request)
      : action === 'mail'
        ? await describeMail(target)
        : await describeFields(target, file ?? env.siteFile);
    console.log(printable(text));
  } finally {
    await target.close();
  }
});
