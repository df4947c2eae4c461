import { MemberHandle } from '@/components/layout/role-mark';
import { Button } from '@/components/ui/button';
import { REPORT_REASON_LABELS } from '@/lib/contract/plain/report';
import type { Report } from '@/lib/contract/report';
import { countOf, formatCount, formatShortDate } from '@/lib/format/figures';
import { escapeURL } from '@/lib/pages/paths';
import { TEXT_LINK } from '@/components/moderation/queue/queue-item-details';

type ReportItemProps = {
  report: Report;
  productName: string;
  isDeciding: boolean;
  /** Absent for the only report. */
  onDismiss?: () => void;
};

export function ReportItem({ report, productName, isDeciding, onDismiss }: ReportItemProps) {
  const { reason, text, duplicateURL, createdAt, reporter } = report;
  return (
    <li className="border-l-2 border-edge px-3">
      <p className="font-semibold">{REPORT_REASON_LABELS[reason]}</p>
      {text && (
        <p dir="auto" className="mt-1 text-left wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {duplicateURL !== null && (
        <p className="mt-1 wrap-anywhere">
          The other one:{' '}
          <a href={escapeURL(duplicateURL)} rel="noopener noreferrer nofollow" className={TEXT_LINK}>
            {duplicateURL}
          </a>
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
            <span>A visitor</span>
          )}
          <span>{` · ${formatShortDate(createdAt)}`}</span>
        </span>
        {onDismiss && (
          <Button look="quiet" size="small" disabled={isDeciding} onClick={onDismiss}>
            Dismiss this one
            <span className="sr-only">{` (${REPORT_REASON_LABELS[reason]}) about ${productName}`}</span>
          </Button>
        )}
      </p>
    </li>
  );
}

/** Such as `2 of 3 earlier reports upheld`. */
const accuracyOf = ({ decidedCount, upheldCount }: NonNullable<Report['reporter']>): string =>
  decidedCount === 0
    ? 'no report decided yet'
    : `${formatCount(upheldCount)} of ${countOf(decidedCount, 'earlier report', 'earlier reports')} upheld`;
