import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useAnnouncedAttempt } from '@/hooks/use-attempt';
import { useModeratorList } from '@/hooks/use-moderator-list';
import { call } from '@/lib/api/http';
import {
  listReportsCall,
  type ReportedProduct,
  decideReportsCall,
  type reportDecision,
  restoreProductCall,
} from '@/lib/contract/report';
import { countOf, formatCount, formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { ModeratorList } from './moderator-list';
import { type ReportDecisionInput, ReportDecisions } from './report-decisions';
import { ReportItem } from './report-item';

/** Lists products with open reports, and what moderators do about them. */
export function Reports() {
  const { reported, list, isDeciding, removed, decide, restore } = useReports();
  const summary = useRef<HTMLParagraphElement>(null);

  // The decided product and its focused button leave the list.
  async function finish(deciding: Promise<boolean>): Promise<boolean> {
    const isDone = await deciding;
    summary.current?.focus();
    return isDone;
  }

  return (
    <>
      <p ref={summary} tabIndex={-1} className="mt-2 max-w-prose text-muted outline-none">
        {site.nounPlural.charAt(0).toUpperCase() + site.nounPlural.slice(1)} that people have reported: those
        with the most reports first, then those that have waited longest. Everyone who left an address learns
        what became of the report.
      </p>
      {removed && (
        <p className="mt-4 flex flex-wrap items-center gap-3 rounded-card border border-line bg-tint p-4">
          <span>
            <bdi>{removed.name}</bdi> is removed.
          </span>
          <Button size="small" disabled={isDeciding} onClick={() => void finish(restore())}>
            List it again
          </Button>
        </p>
      )}
      <ModeratorList
        name="reports"
        list={list}
        items={reported}
        empty={
          <EmptyState icon="check" title="No open reports">
            Reports of visitors and members appear here.
          </EmptyState>
        }
      >
        {(item) => (
          <ReportedItem
            key={item.product.id}
            item={item}
            isDeciding={isDeciding}
            onDecide={(decision) => finish(decide(item, decision))}
          />
        )}
      </ModeratorList>
    </>
  );
}

type ReportedItemProps = {
  item: ReportedProduct;
  isDeciding: boolean;
  onDecide: (decision: ReportDecisionInput) => Promise<boolean>;
};

function ReportedItem({ item, isDeciding, onDecide }: ReportedItemProps) {
  const { product, reportCount, oldestAt, reports } = item;
  const isPublic = product.status === 'approved' || product.status === 'discontinued';
  const hasMore = reportCount > reports.length;
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="text-lg font-semibold wrap-anywhere">
        <a href={productPath(product.slug)} className="hover:text-accent">
          <bdi>{product.name}</bdi>
        </a>
      </h2>
      <p className="mt-1 text-sm text-muted">
        {[
          `${countOf(reportCount, 'report', 'reports')}, the first on ${formatShortDate(oldestAt)}`,
          product.status !== 'approved' && product.status,
          hasMore && `the first ${formatCount(reports.length)} are shown`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="mt-3 flex flex-col gap-3">
        {reports.map((report) => (
          <ReportItem
            key={report.id}
            report={report}
            productName={product.name}
            isDeciding={isDeciding}
            onDismiss={
              reportCount > 1 ? () => onDecide({ outcome: 'dismissed', reportId: report.id }) : undefined
            }
          />
        ))}
      </ul>
      <ReportDecisions
        productId={product.id}
        name={product.name}
        reportCount={reportCount}
        isPublic={isPublic}
        isDeciding={isDeciding}
        onDecide={onDecide}
      />
    </li>
  );
}

type Decision = Omit<z.input<typeof reportDecision>, 'seen'>;

/** Products with open reports, the most urgent first, and the decisions about them. */
function useReports() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('reports', (after) =>
    call(listReportsCall, { query: { after } }),
  );
  /** The product that was removed last, to list it again. */
  const [removed, setRemoved] = useState<{ id: string; name: string }>();

  const change = async (work: () => Promise<string>): Promise<boolean> => {
    const isDone = await announce(work);
    await list.refresh();
    return isDone;
  };

  return {
    /** Undefined until the first page is loaded. */
    reported: pages?.flatMap(({ products, seen }) => products.map((each) => ({ ...each, seen }))),
    list,
    isDeciding: isUnderWay,
    removed,
    decide: ({ product, seen }: ReportedProduct & { seen: string }, decision: Decision) =>
      change(async () => {
        const { decidedCount } = await call(decideReportsCall, {
          params: { id: product.id },
          body: { ...decision, seen },
        });
        const reports = countOf(decidedCount, 'report', 'reports');
        if (decision.remedy === 'remove') setRemoved({ id: product.id, name: product.name });
        if (decision.outcome === 'dismissed') return `${reports} dismissed.`;
        if (decision.remedy === 'remove') return `${product.name} removed.`;
        if (decision.remedy === 'discontinue') return `${product.name} is marked as discontinued.`;
        return `${reports} upheld.`;
      }),
    /** Lists the removed product again. */
    restore: () =>
      change(async () => {
        if (removed) await call(restoreProductCall, { params: { id: removed.id } });
        setRemoved(undefined);
        return `${removed?.name ?? ''} is listed again.`;
      }),
  };
}
