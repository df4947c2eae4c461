import { useOwnReports } from '@/hooks/use-contributions';
import { REPORT_REASON_LABELS } from '@/lib/contract/plain/report';
import { productPath } from '@/lib/pages/paths';
import { Outcome, OutcomeList } from './outcome-list';

/** What became of the viewer's reports. */
export function ReportList() {
  const { reports = [], hasMore } = useOwnReports();
  return (
    <OutcomeList id="reports" title="Problems you reported" items={reports} hasMore={hasMore}>
      {({ id, product, reason, createdAt, outcome, note }) => (
        <li key={id} className="border-t border-line py-3">
          <p className="font-semibold wrap-anywhere">
            {product.slug === null ? (
              <bdi>{product.name}</bdi>
            ) : (
              <a href={productPath(product.slug)} className="hover:underline">
                <bdi>{product.name}</bdi>
              </a>
            )}
            <span className="font-normal text-muted">{` · ${REPORT_REASON_LABELS[reason]}`}</span>
          </p>
          <Outcome act="Reported" createdAt={createdAt} note={note ?? undefined}>
            {outcome === null ? 'Waiting for a moderator' : OUTCOMES[outcome]}
          </Outcome>
        </li>
      )}
    </OutcomeList>
  );
}

const OUTCOMES = { upheld: 'You were right: it is settled', dismissed: 'Nothing had to change' } as const;
