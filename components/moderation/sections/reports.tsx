import { useState } from 'react';
import { MemberHandle } from '@/components/layout/role-mark';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useKeptChoice } from '@/components/ui/kept-choice';
import { useKeptForm } from '@/components/ui/kept-text';
import { ApiFailure, call } from '@/lib/api/http';
import { REPORT_REASON_LABELS } from '@/lib/contract/plain/report';
import {
  decideReportsCall,
  listReportsCall,
  type Report,
  type ReportedProduct,
  restoreProductCall,
} from '@/lib/contract/report';
import { countOf, formatCount, formatShortDate } from '@/lib/format/figures';
import { escapeURL, productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { Intro, ModeratorList, TEXT_LINK, useDecisions } from '@/components/moderation/moderator-list';
import { type ReportDecisionInput, ReportDecisions } from '@/components/moderation/report-decisions';

type SeenProduct = ReportedProduct & { seen: string };

type Removed = { id: string; name: string };

const textOf = ({ id, name }: Removed): string => `${id} ${name}`;

/** Undefined for a text in another format. */
function parse(text: string): Removed | undefined {
  const [, id = '', name = ''] = /^(\d+) (.+)$/.exec(text) ?? [];
  return id === '' ? undefined : { id, name };
}

export default function Reports() {
  const { items, list, isDeciding, failure, intro, decide } = useDecisions(
    'reports',
    (after) => call(listReportsCall, { query: { after } }),
    ({ products, seen }) => products.map((each) => ({ ...each, seen })),
  );
  /** The product that was removed last, to list it again. */
  const [removed, setRemoved] = useState<Removed>();
  const kept = useKeptForm('removed');
  const keepRemoved = useKeptChoice('removed/product', removed ? textOf(removed) : '', (text) =>
    setRemoved(parse(text)),
  );

  async function restore({ id, name }: Removed): Promise<void> {
    let isOver = false;
    const send = () =>
      call(restoreProductCall, { params: { id } }).catch((error: unknown) => {
        isOver = error instanceof ApiFailure && ['not_found', 'conflict'].includes(error.code);
        throw error;
      });
    const restoring = decide(send, `${name} is listed again.`);
    if (!(await kept.untilSent(restoring.then((isDone) => isDone || isOver)))) return;
    setRemoved(undefined);
    intro.current?.focus();
  }

  async function decideReports({ product, seen }: SeenProduct, decision: ReportDecisionInput) {
    const { id, name } = product;
    const isDone = await decide(
      () => call(decideReportsCall, { params: { id }, body: { ...decision, seen } }),
      ({ decidedCount }) => {
        const reports = countOf(decidedCount, 'report', 'reports');
        if (decision.outcome === 'dismissed') return `${reports} dismissed.`;
        if (decision.remedy === 'remove') return `${name} removed.`;
        if (decision.remedy === 'discontinue') return `${name} is marked as discontinued.`;
        return `${reports} upheld.`;
      },
    );
    if (isDone && decision.remedy === 'remove') {
      setRemoved({ id, name });
      keepRemoved(textOf({ id, name }));
    }
    return isDone;
  }

  return (
    <>
      <Intro ref={intro}>
        {site.nounPlural.charAt(0).toUpperCase() + site.nounPlural.slice(1)} that people have reported: those
        with the most reports first, then those that have waited longest. Everyone who left an email learns
        what became of the report.
      </Intro>
      {removed && (
        <p className="mt-4 flex flex-wrap items-center gap-3 rounded-card border border-line bg-tint p-4">
          <span>
            <bdi>{removed.name}</bdi> is removed.
          </span>
          <Button size="small" aria-disabled={isDeciding} onClick={() => void restore(removed)}>
            List it again
          </Button>
        </p>
      )}
      <ModeratorList
        name="reports"
        list={list}
        items={items}
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
            failure={failure}
            onDecide={(decision) => decideReports(item, decision)}
          />
        )}
      </ModeratorList>
    </>
  );
}

type ReportedItemProps = {
  item: ReportedProduct;
  isDeciding: boolean;
  failure: ApiFailure | undefined;
  onDecide: (decision: ReportDecisionInput) => Promise<boolean>;
};

function ReportedItem({ item, isDeciding, failure, onDecide }: ReportedItemProps) {
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
        failure={failure}
        onDecide={onDecide}
      />
    </li>
  );
}

type ReportItemProps = {
  report: Report;
  productName: string;
  isDeciding: boolean;
  /** Absent for the only report. */
  onDismiss?: () => void;
};

function ReportItem({ report, productName, isDeciding, onDismiss }: ReportItemProps) {
  const { reason, text, duplicateURL, createdAt, reporter } = report;
  return (
    <li className="border-s-2 border-edge px-3">
      <p className="font-semibold">{REPORT_REASON_LABELS[reason]}</p>
      {text && (
        <p dir="auto" className="mt-1 text-page-start wrap-anywhere whitespace-pre-line">
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
          <Button look="quiet" size="small" aria-disabled={isDeciding} onClick={onDismiss}>
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
