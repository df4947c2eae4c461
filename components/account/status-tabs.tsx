import { SUBMISSION_STATUSES, type SubmissionStatus } from '@/lib/contract/submission';
import { formatCount } from '@/lib/format/figures';

export const STATUS_LABELS = {
  approved: 'Approved',
  pending: 'Pending',
  rejected: 'Rejected',
  discontinued: 'Discontinued',
} as const satisfies Record<SubmissionStatus, string>;

export const dashboardPath = (status: SubmissionStatus) => `/account/profile?status=${status}`;

type StatusTabsProps = {
  status: SubmissionStatus;
  /** Undefined while unknown. */
  counts: Record<SubmissionStatus, number> | undefined;
};

export function StatusTabs({ status, counts }: StatusTabsProps) {
  // Few members have one.
  const isShown = (tab: SubmissionStatus) =>
    tab !== 'discontinued' || tab === status || Boolean(counts?.[tab]);
  return (
    <nav aria-label="Status" className="chips">
      {SUBMISSION_STATUSES.filter(isShown).map((tab) => (
        <a
          key={tab}
          href={dashboardPath(tab)}
          data-scroll="keep"
          // Three fit side by side on the smallest screens.
          className="max-[24rem]:px-2.5"
          aria-current={tab === status ? 'page' : undefined}
        >
          <span>{STATUS_LABELS[tab]}</span>
          {counts && <span>{` ${formatCount(counts[tab])}`}</span>}
        </a>
      ))}
    </nav>
  );
}
