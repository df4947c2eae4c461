import { useState } from 'react';
import { decideReports, listReports, restoreProduct } from '@/lib/api/reports';
import type { ReportedProduct } from '@/lib/contract/report';
import { countOf } from '@/lib/format/figures';
import { useAnnouncedAttempt } from './use-announced-attempt';
import { useModeratorList } from './use-moderator-list';

type Decision = Omit<Parameters<typeof decideReports>[1], 'seen'>;

/** Products with open reports, the most urgent first, and the decisions about them. */
export function useReports() {
  const { isUnderWay, announce } = useAnnouncedAttempt();
  const { pages, ...list } = useModeratorList('reports', (after) => listReports({ after }));
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
        const { decidedCount } = await decideReports(product.id, { ...decision, seen });
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
        if (removed) await restoreProduct(removed.id);
        setRemoved(undefined);
        return `${removed?.name ?? ''} is listed again.`;
      }),
  };
}
