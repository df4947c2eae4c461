import { useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '@/lib/api/http';
import { listReportsCall, type ReportedProduct } from '@/lib/contract/report';
import { decideReportsCall, type reportDecision, restoreProductCall } from '@/lib/contract/report-decision';
import { countOf } from '@/lib/format/figures';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

type Decision = Omit<z.input<typeof reportDecision>, 'seen'>;

/** Products with open reports, the most urgent first, and the decisions about them. */
export function useReports() {
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
