import { NOTICE_RULES, STAFF_NOTICES } from '@/lib/contract/staff-notice';
import { formatNumber, isMirrored, rootAttributes } from '@/lib/texts/language';
import { formatRow } from '@/lib/texts/lists';
import { say, t } from '@/lib/texts/texts';
import type { News } from '@/server/queries/staff-notices';
import { escapeHTML } from '@/server/text/escape';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Writes the email that tells a moderator or an admin of the site's work, as HTML and as plain text. Both say the same, and
 * nothing that a member or a visitor has written.
 */
export function presentStaffNotice(
  news: readonly News[],
  { siteURL }: { siteURL: string },
): { subject: string; body: string; html: string } {
  const lines = news.map((each) => ({
    sentence: sayNews(each),
    url: siteURL + STAFF_NOTICES[each.kind].page,
  }));
  const labels = news.map(({ kind }) => say(STAFF_NOTICES[kind].label));
  const subject = t('mail.staffNotice.subject', 'New at {siteName}: {what}', { what: formatRow(labels) });
  const reason = t(
    'mail.why.staff',
    'You get this email because you help to run {siteName}. Choose what you are told, and when:',
  );
  const choicesURL = `${siteURL}/moderation/notices`;
  return {
    subject,
    body: [
      ...lines.map(({ sentence, url }) => `${sentence}\n${url}`),
      '-- ',
      `${reason}\n${choicesURL}`,
    ].join('\n\n'),
    html: writeHTML({ subject, lines, reason, choicesURL }),
  };
}

const formatCounted = (count: number) =>
  count > NOTICE_RULES.countedMax
    ? t('staffNotice.moreThan', 'more than {count}' /* a number in a list */, {
        count: formatNumber(NOTICE_RULES.countedMax),
      })
    : formatNumber(count);

/** Such as `Reports: 3 new, 5 waiting`. */
export function sayNews({ kind, newCount, waitingCount, names }: News): string {
  if (kind === 'jobs') return t('mail.staffNotice.jobs', 'Failed jobs: {names}', { names: formatRow(names) });
  if (kind === 'backups')
    return t('mail.staffNotice.backups', 'The scheduled backup fails. Older ones are still there.');
  if (kind === 'disk')
    return t(
      'mail.staffNotice.disk',
      'The disk of the site is nearly full: less than {gigabytes} GB are free.',
      {
        gigabytes: NOTICE_RULES.freeGigabytesMin,
      },
    );
  if (kind === 'release')
    return t('mail.staffNotice.release', 'There is a new release of Listgrove: {version}', {
      version: formatRow(names),
    });
  return t(
    'mail.staffNotice.counts',
    '{what}: {newCount} new, {waitingCount} waiting' /* Reports: 3 new, 5 waiting */,
    {
      what: say(STAFF_NOTICES[kind].label),
      newCount: formatCounted(newCount),
      waitingCount: formatCounted(waitingCount),
    },
  );
}

type Content = {
  subject: string;
  lines: readonly { sentence: string; url: string }[];
  reason: string;
  choicesURL: string;
};

/** Mail programs read tables and inline styles, know no logical properties, and some drop the root element. */
function writeHTML({ subject, lines, reason, choicesURL }: Content): string {
  const rows = lines.map(
    ({ sentence, url }) =>
      `<tr><td class="line" style="padding:12px 20px;border-top:1px solid #d8dce2;font-size:16px;line-height:24px;${FONT}"><a href="${escapeHTML(url)}" class="ink" style="color:#14171c">${escapeHTML(sentence)}</a></td></tr>`,
  );
  return `<!DOCTYPE html>
<html ${rootAttributes()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHTML(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0b0d10 !important; }
  .card { background: #14171c !important; }
  .ink { color: #f0f2f5 !important; }
  .quiet { color: #a3abb6 !important; }
  .line { border-color: #2a2f37 !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation"${isMirrored() ? ' dir="rtl"' : ''} class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f5f7"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border-radius:12px">
<tr><td style="padding:20px;${FONT}"><h1 class="ink" style="margin:0;font-size:20px;line-height:28px;color:#14171c">${escapeHTML(subject)}</h1></td></tr>
${rows.join('\n')}
<tr><td class="quiet line" style="padding:16px 20px 20px;border-top:1px solid #d8dce2;font-size:13px;line-height:20px;color:#57606a;${FONT}">${escapeHTML(reason)} <a href="${escapeHTML(choicesURL)}" class="quiet" style="color:#57606a">${escapeHTML(choicesURL)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}
