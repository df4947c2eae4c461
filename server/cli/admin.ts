import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import type { ErasureGround } from '@/lib/contract/report';
import type { ROLES } from '@/lib/contract/user';
import type { RoleRequest } from '@/server/commands/account/set-role';
import { controlCommands } from '@/server/control/contract';
import type { KeyReview } from '@/server/commands/submissions/review-fields';
import { loadEnv } from '@/server/config/env-file';
import { OwnerError } from '@/server/base/errors';
import { readSiteFile, readSiteText } from '@/server/fields/site-file';
import { printable } from './run-program';
import { openTarget, type Target } from './open-target';

type Role = (typeof ROLES)[number];

/** Follows the chain from the first entry to the last one. */
async function checkLog(target: Target): Promise<string> {
  let lastId = '0';
  for (;;) {
    const part = await target.run(controlCommands.log, { afterId: lastId });
    if (part.brokenId !== null) {
      throw new OwnerError(
        `The moderation log is broken at entry ${part.brokenId}: that entry or one before it was changed or removed in the database. Compare it with a backup.`,
      );
    }
    if (part.lastId === null || part.lastId === lastId) break;
    lastId = part.lastId;
  }
  return lastId === '0'
    ? 'The moderation log is empty.'
    : `The moderation log is unbroken up to entry ${lastId}.`;
}

async function reload(target: Target): Promise<string> {
  await target.run(controlCommands.reload, {});
  return 'The promos and sponsors of the site file are shown from now on. Changed fields apply from the next start.';
}

async function describeMail(target: Target): Promise<string> {
  const { waitingCount, retriedCount, givenUpCount, oldestAt } = await target.run(controlCommands.mail, {});
  const since = oldestAt === null ? '' : `, the oldest since ${oldestAt}`;
  return [
    `Waiting to be sent: ${waitingCount}${since}`,
    `Failed at least once, tried again: ${retriedCount}`,
    `Given up in the last ${RETENTION_DAYS.endedTasks} days: ${givenUpCount}`,
  ].join('\n');
}

async function showMessages(target: Target): Promise<string> {
  const { messages } = await target.run(controlCommands.messages, {});
  if (messages.length === 0) return 'No message waits.';
  const shown = messages.slice(0, CONTACT_LIMITS.pageSize).map(({ name, email, message, createdAt }) => {
    const sender = name === '' ? email : `${name} <${email}>`;
    return [`${createdAt} ${sender}`, ...message.split(/\r?\n/)].join('\n  ');
  });
  return [...shown, ...(messages.length > shown.length ? ['More messages wait.'] : [])].join('\n');
}

async function eraseProduct(target: Target, slug: string, ground: ErasureGround): Promise<string> {
  const { name } = await target.run(controlCommands.erase, { slug, ground });
  return `${name} is erased. Backups contain it until they expire.`;
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

type AdminCommand = (target: Target, siteFile: string) => Promise<string>;

async function run(command: AdminCommand): Promise<undefined> {
  const env = loadEnv();
  const target = await openTarget(env);
  try {
    console.log(printable(await command(target, env.siteFile)));
  } finally {
    await target.close();
  }
}

/** The commands of `admin`. */
export const ADMIN = {
  grant: (member: string, role: Role) => run((target) => changeRole(target, { member, role })),
  revoke: (member: string, insteadOf?: Role) =>
    run((target) => changeRole(target, { member, role: 'member', insteadOf })),
  erase: (slug: string, ground: ErasureGround) => run((target) => eraseProduct(target, slug, ground)),
  mail: () => run(describeMail),
  messages: () => run(showMessages),
  fields: (file?: string) => run((target, siteFile) => describeFields(target, file ?? siteFile)),
  log: () => run(checkLog),
  reload: () => run(reload),
};
