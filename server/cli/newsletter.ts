import { parseArgs } from 'node:util';
import { subscription } from '@/lib/contract/newsletter';
import { controlCommands } from '@/server/control/contract';
import { loadEnv, type ServerEnv } from '@/server/config/env';
import { OwnerError } from '@/server/base/errors';
import { createMail } from '@/server/mail/mail';
import { openTarget, type Target } from './open-target';
import { printable, readCommandLine, runProgram, UsageError } from './run-program';

const USAGE = `Usage: npm run newsletter -- weekly [--dry-run] [--to <email>]
       npm run newsletter -- uncertain

weekly     queues this week's issue for every subscriber; the running site sends it
  --dry-run  shows the issue and how many would get it, and changes nothing
  --to       sends the issue to this email alone, to look at it
uncertain  counts the deliveries of the latest issue, and lists the emails that may or may not have got theirs: the site
           was stopped while it sent them, and does not send them again

Works while the site is running.`;

type Request = { action: 'weekly' | 'uncertain'; isDryRun: boolean; to: string | undefined };

function readArguments(): Request {
  const options = { 'dry-run': { type: 'boolean', default: false }, to: { type: 'string' } } as const;
  const { values, positionals } = readCommandLine(USAGE, () =>
    parseArgs({ allowPositionals: true, options }),
  );
  const [action, ...rest] = positionals;
  const { to, 'dry-run': isDryRun } = values;
  if (rest.length > 0 || (action !== 'weekly' && action !== 'uncertain')) throw new UsageError(USAGE);
  if (action === 'uncertain' && (isDryRun || to !== undefined)) throw new UsageError(USAGE);
  if (to !== undefined && !subscription.safeParse({ email: to }).success) {
    throw new UsageError(USAGE, `${to} is not an email.`);
  }
  return { action, isDryRun, to };
}

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

async function runWeekly(target: Target, env: ServerEnv, { isDryRun, to }: Request): Promise<string> {
  if (isDryRun || to !== undefined) {
    const { email, subscriberCount } = await target.run(controlCommands.previewNewsletter, {});
    if (!email) return nothingNew(env);
    if (isDryRun) {
      const where = to === undefined ? count(subscriberCount, 'subscriber') : to;
      return `Subject: ${email.subject}\n\n${email.text}\n\nThis would go to ${where}. Nothing was sent.`;
    }
    if (to !== undefined) await createMail(env).send({ id: `newsletter.test.${Date.now()}`, to, ...email });
    return env.smtp ? `Sent to ${to}.` : `Written to the outbox in ${env.dataDir}: SMTP_URL is not set.`;
  }
  if (!env.newsletter.isOffered) {
    throw new OwnerError('This site sends no newsletter of its own: set SMTP_URL and MAIL_FROM first.');
  }
  const { outcome, subscriberCount } = await target.run(controlCommands.queueNewsletter, {});
  if (outcome === 'empty') return nothingNew(env);
  if (outcome === 'exists') return "This week's issue exists already. Nothing was queued.";
  return `Queued for ${count(subscriberCount, 'subscriber')}. The running site sends it, ${count(env.newsletter.perMinute, 'email')} a minute.`;
}

const nothingNew = ({ siteNounPlural }: ServerEnv) =>
  `No ${siteNounPlural} were approved since the last issue. Nothing was sent.`;

async function listUncertain(target: Target): Promise<string> {
  const { week, counts } = await target.run(controlCommands.newsletterState, {});
  if (week === null) return 'No issue was sent yet.';
  const lines = [
    `Issue of the week of ${week}: ${counts.map((each) => `${each.count} ${each.status}`).join(', ') || 'no deliveries yet'}.`,
  ];
  for (let afterId: string | undefined = '0'; afterId !== undefined;) {
    const { deliveries }: { deliveries: { id: string; week: string; email: string }[] } = await target.run(
      controlCommands.uncertainDeliveries,
      { afterId },
    );
    lines.push(...deliveries.map((delivery) => `uncertain: ${delivery.email} (week of ${delivery.week})`));
    afterId = deliveries.at(-1)?.id;
  }
  return lines.join('\n');
}

await runProgram(async () => {
  const request = readArguments();
  const env = loadEnv();
  const target = await openTarget(env);
  try {
    const text =
      request.action === 'weekly' ? await runWeekly(target, env, request) : await listUncertain(target);
    console.log(printable(text));
  } finally {
    await target.close();
  }
});
