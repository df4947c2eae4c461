import { useOwnReports } from '@/hooks/use-own-reports';
import { REPORT_REASON_LABELS } from '@/lib/contract/plain/report';
import type { OwnReport } from '@/lib/contract/report';
import { formatDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';

/** What became of the viewer's reports. Nothing for a viewer who has reported nothing. */
export function ReportList() {
  const { reports = [], hasMore } = useOwnReports();
  if (reports.length === 0) return null;
  return (
    <section id="reports" aria-labelledby="reports-heading" className="mt-10">
      <h2 id="reports-heading" className="text-lg font-bold">
        Problems you reported
      </h2>
      <ul className="mt-2">
        {reports.map((report) => (
          <ReportRow key={report.id} report={report} />
        ))}
      </ul>
      {hasMore && <p className="mt-2 text-sm text-muted">These are your latest {reports.length}.</p>}
    </section>
  );
}

function ReportRow({ report: { product, reason, createdAt, outcome, note } }: { report: OwnReport }) {
  return (
    <li className="border-t border-line py-3">
      <p className="font-semibold wrap-anywhere">
        {product.slug === null ? (
          <bdi>{product.name}</bdi>
        ) : (
          <a href={productPath(product.slug)} className="hover:underline">
            <bdi>{product.name}</bdi>
          </a>
        )}
        <span className="font-normal text-muted"> · {REPORT_REASON_LABELS[reason]}</span>
      </p>
      <p className="text-sm text-muted">
        {outcome === null ? 'Waiting for a moderator' : OUTCOMES[outcome]} · Reported on{' '}
        <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        {note !== null && (
          <q dir="auto" className="mt-1 block whitespace-pre-line text-ink">
            {note}
          </q>
        )}
      </p>
    </li>
  );
}

const OUTCOMES = { upheld: 'You were right: it is settled', dismissed: 'Nothing had to change' } as const;
