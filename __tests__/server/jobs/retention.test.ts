import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { listTexts } from '@/host/texts/read-sources';
import { DAY_MS, HOUR_MS } from '@/lib/contract/plain/durations';
import { RATE_LIMITS } from '@/lib/contract/rate-limits';
import { RETENTION_DAYS } from '@/lib/contract/retention';
import { purgeExpiredHourly } from '@/server/jobs/jobs';
import { buildPersonalData } from '../../setup/personal-data';
import { setUpTestApp, testNow } from '../../setup/test-app';

const api = setUpTestApp();

/** Tests of what keeps them: `account-jobs.test.ts`, `image-lifecycle.test.ts` and `doctor.test.ts`. */
type OtherJobs = 'deletedAccounts' | 'unusedImages' | 'backups';
type Probe = { table: string; rows?: string; age: (instant: string) => string };

/** How rows get old, in the order of the test: a decided report is deleted with its email. */
const PROBES: Record<Exclude<keyof typeof RETENTION_DAYS, OtherJobs>, Probe> = {
  endedSessions: { table: 'sessions', age: (at) => `expires_at = ${at}` },
  expiredInvitations: { table: 'invitations', age: (at) => `expires_at = ${at}` },
  endedTasks: {
    table: 'tasks',
    rows: `kind = 'email'`,
    age: (at) => `state = 'failed', ended_at = ${at}, email = NULL, payload = NULL`,
  },
  newsletterDeliveries: {
    table: 'newsletter_issues',
    age: (at) => `since = ${at} - interval '7 days', until = ${at}`,
  },
  unconfirmedSubscribers: {
    table: 'newsletter_subscribers',
    rows: `email <> 'claimed@x.example'`,
    // The email was confirmed and unsubscribed before somebody asked for it again.
    age: (at) => `status = 'unconfirmed', confirmed_at = ${at}, token_sent_at = ${at}`,
  },
  endedSubscriptions: {
    table: 'newsletter_subscribers',
    rows: `email = 'claimed@x.example'`,
    age: (at) => `status = 'unsubscribed', unsubscribed_at = ${at}`,
  },
  voterNetworks: { table: 'voter_networks', age: (at) => `seen_at = ${at}` },
  freedHandles: { table: 'freed_handles', age: (at) => `freed_at = ${at}` },
  rejectedSuggestions: { table: 'suggestions', age: (at) => `status = 'rejected', decided_at = ${at}` },
  rejectionTimes: { table: 'rejection_times', age: (at) => `rejected_at = ${at}` },
  unverifiedClaims: { table: 'product_claims', age: (at) => `created_at = ${at}` },
  unusedTags: { table: 'unused_tags', age: (at) => `noted_at = ${at}` },
  closedMessages: { table: 'contact_messages', age: (at) => `closed_at = ${at}` },
  visitorReportEmails: { table: 'reports', rows: 'email IS NOT NULL', age: (at) => `created_at = ${at}` },
  visitorReports: { table: 'reports', rows: 'reporter_id IS NULL', age: (at) => `resolved_at = ${at}` },
};

it('keeps what the privacy page promises to delete for as long as it says, and no longer', async () => {
  await buildPersonalData(api, 'ada');
  for (const [name, { table, rows = 'true', age }] of Object.entries(PROBES)) {
    const days = new Map<string, number>(Object.entries(RETENTION_DAYS)).get(name) ?? NaN;
    const countAfter = async (ageMs: number) => {
      const instant = `'${new Date(testNow.getTime() - ageMs).toISOString()}'::timestamptz`;
      await api.db.execute(sql.raw(`UPDATE ${table} SET ${age(instant)} WHERE ${rows}`));
      await purgeExpiredHourly.run(api.deps(), new AbortController().signal);
      const { rows: left } = await api.db.execute(sql.raw(`SELECT FROM ${table} WHERE ${rows}`));
      return left.length;
    };
    expect([name, await countAfter(days * DAY_MS - HOUR_MS)]).not.toEqual([name, 0]);
    expect([name, await countAfter(days * DAY_MS + HOUR_MS)]).toEqual([name, 0]);
  }
});

it('counts calls in the database for a day at most', () => {
  expect(Math.max(...Object.values(RATE_LIMITS).map(({ spanMs }) => spanMs))).toBe(DAY_MS);
});

/** Durations on pages that no constant holds, each with the reason why the duration is kept. */
const KEPT_OTHERWISE: Record<string, Record<string, string>> = {
  'pages/privacy.tsx': {
    'a day.': 'Rate limits and the cookie of an invitation: the test above and server/http/cookies.ts.',
    'a day at most, and delete': 'reportByRecipient in lib/contract/rate-limits.ts.',
    'a month.': 'Admins answer: ListgroveMessagesWait in docs/alerts.md comes after two days.',
    '14 days before the change': 'The owner announces it with a promo: docs/operations.md.',
  },
  'pages/support.tsx': {
    'a minute.': 'Says when to try again, and promises nothing.',
    'a day.':
      'Moderators decide: ListgroveSubmissionsWait in docs/alerts.md, and pages/rules.tsx shows how long it takes.',
    'three working days,': 'Admins answer: ListgroveMessagesWait in docs/alerts.md comes after two days.',
  },
  'pages/terms.tsx': {
    '16 years old.': 'Members say so.',
    'a day old;': 'RANKING_MIN_ACCOUNT_AGE_HOURS in lib/contract/plain/ranking.ts.',
    '14 days in advance': 'The owner announces it with a promo: docs/operations.md.',
  },
};
const DURATION =
  /\b(?:\d+|an?|one|two|three|ten) (?:working )?(?:minute|hour|day|week|month|year)s?\b[^<{]{0,40}/g;

/** The files of the privacy page. */
const PRIVACY = ['pages/privacy.tsx', 'components/layout/kept-of-members.tsx'];

async function textsOf(page: string): Promise<string[]> {
  const files = page === 'pages/privacy.tsx' ? PRIVACY : [page];
  return (await listTexts()).filter(({ file }) => files.includes(file)).map(({ english }) => english);
}

it.each(Object.entries(KEPT_OTHERWISE))('takes every duration of %s from a constant', async (page, kept) => {
  const texts = await textsOf(page);
  const written = texts.flatMap((text) => Array.from(text.matchAll(DURATION), ([found]) => found));
  const known = Object.keys(kept);

  expect(written.filter((text) => !known.some((start) => text.startsWith(start)))).toEqual([]);
  expect(known.filter((start) => !written.some((text) => text.startsWith(start)))).toEqual([]);
  for (const [behind] of Object.values(kept)
    .join(' ')
    .matchAll(/[\w-]+(?:\/[\w-]+)+\.\w+/g))
    expect([behind, existsSync(behind)]).toEqual([behind, true]);
});

it('shows every duration after which the hourly job deletes on the privacy page', async () => {
  const texts = (await textsOf('pages/privacy.tsx')).join('\n');
  const code = (await Promise.all(PRIVACY.map((file) => readFile(file, 'utf8')))).join('\n');
  const shown = Object.keys(RETENTION_DAYS).filter(
    (name) => !['expiredInvitations', 'endedTasks'].includes(name),
  );
  for (const name of shown) {
    expect(texts).toContain(`{${name}}`);
    expect(code).toContain(`${name}: days.${name}`);
  }
});
