import { MemberHandle } from '@/components/layout/role-mark';
import { TEXT_LINK } from '@/components/moderation/moderator-list';
import { Button } from '@/components/ui/button';
import { hidden } from '@/components/ui/visually-hidden';
import { REPORT_REASON_LABELS } from '@/lib/contract/plain/report';
import type { Report } from '@/lib/contract/report';
import { formatShortDate } from '@/lib/format/figures';
import { escapeURL } from '@/lib/pages/paths';
import { rich } from '@/lib/texts/rich';
import { say, t } from '@/lib/texts/texts';

type ReportItemProps = {
  report: Report;
  productName: string;
  isDeciding: boolean;
  /** Absent for the only report. */
  onDismiss?: () => void;
};

/** One report, whose text is drawn as it was written. */
export function ReportItem({ report, productName, isDeciding, onDismiss }: ReportItemProps) {
  const { reason, text, duplicateURL, createdAt, reporter } = report;
  return (
    <li className="border-s-2 border-edge px-3">
      <p className="font-semibold">{say(REPORT_REASON_LABELS[reason])}</p>
      {text && (
        <p dir="auto" className="mt-1 text-page-start wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {duplicateURL !== null && (
        <p className="mt-1 wrap-anywhere">
          {rich('reports.duplicateOf', 'The other one: <link>{url}</link>', {
            link: (text) => (
              <a href={escapeURL(duplicateURL)} rel="noopener noreferrer nofollow" className={TEXT_LINK}>
                {text}
              </a>
            ),
            url: duplicateURL,
          })}
        </p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span>
          {reporter ? (
            <span>
              <MemberHandle handle={reporter.handle} role={reporter.role} />
              {' · '}
              <span>{accuracyOf(reporter)}</span>
            </span>
          ) : (
            <span>{t('reports.visitor', 'A visitor' /* reported it, without an account */)}</span>
          )}
          <span>{` · ${formatShortDate(createdAt)}`}</span>
        </span>
        {onDismiss && (
          <Button look="quiet" size="small" aria-disabled={isDeciding} onClick={onDismiss}>
            {rich('reports.dismissOne', 'Dismiss this one<hidden> ({reason}) about {name}</hidden>', {
              hidden,
              reason: say(REPORT_REASON_LABELS[reason]),
              name: productName,
            })}
          </Button>
        )}
      </p>
    </li>
  );
}

/** Such as `2 of 3 earlier reports upheld`. */
const accuracyOf = ({ decidedCount, upheldCount }: NonNullable<Report['reporter']>): string =>
  decidedCount === 0
    ? t('reports.noneDecided', 'no report decided yet')
    : t(
        'reports.accuracy',
        '{upheldCount, plural, other {#}} of {decidedCount, plural, one {# earlier report} other {# earlier reports}} upheld',
        { upheldCount, decidedCount },
      );
