import { subscription } from '@/lib/contract/newsletter';
import { controlCommands } from '@/server/control/contract';
import type { ServerEnv } from '@/server/config/env';
import { loadEnv } from '@/server/config/env-file';
import { OwnerError } from '@/server/base/errors';
import { createMail } from '@/server/mail/mail';
import { openTarget, type Target } from './open-target';
import { printable } from './run-program';

export type IssueOptions = { dryRun?: boolean; to?: string };

/** @throws OwnerError unless it is an email. */
function requireEmail(to: string): void {
  if (subscription.safeParse({ email: to }).success) return;
  throw new OwnerError(`${to} is not an email. Write, for example, --to ada@example.com.`);
}

const count = (number: number, noun: string) =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

async function runWeekly(
  target: Target,
  env: ServerEnv,
  { dryRun: isDryRun, to }: IssueOptions,
): Promise<string> {
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
  if (outcome === 'no-recipients')
    return 'This issue has no recipient: no subscriber has confirmed, or no subscriber has chosen a tag with something new. Nothing was queued, and an issue can still be sent this week.';
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

export const sendWeekly = (options: IssueOptions): Promise<undefined> => {
  if (options.to !== undefined) requireEmail(options.to);
  return printFrom((target, env) => runWeekly(target, env, options));
};

export const showUncertain = (): Promise<undefined> => printFrom(listUncertain);

async function printFrom(ask: (target: Target, env: ServerEnv) => Promise<string>): Promise<undefined> {
  const env = loadEnv();
  const target = await openTarget(env);
  try {
    console.log(printable(await ask(target, env)));
  } finally {
    await target.close();
  }
}
