import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { useKeptChoice } from '@/components/ui/kept-choice';
import { useKeptForm } from '@/components/ui/kept-text';
import { ApiFailure, call } from '@/lib/api/http';
import {
  decideReportsCall,
  listReportsCall,
  type ReportedProduct,
  restoreProductCall,
} from '@/lib/contract/report';
import { formatShortDate } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { Intro, ModeratorList, useDecisions } from '@/components/moderation/moderator-list';
import { type ReportDecisionInput, ReportDecisions } from '@/components/moderation/report-decisions';
import { ReportItem } from '@/components/moderation/report-item';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

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
    const restoring = decide(send, t('discontinuation.ended', '{name} is listed again.', { name }));
    if (!(await kept.untilSent(restoring.then((isDone) => isDone || isOver)))) return;
    setRemoved(undefined);
    intro.current?.focus();
  }

  async function decideReports({ product, seen }: SeenProduct, decision: ReportDecisionInput) {
    const { id, name } = product;
    const isDone = await decide(
      () => call(decideReportsCall, { params: { id }, body: { ...decision, seen } }),
      ({ decidedCount }) => {
        if (decision.outcome === 'dismissed')
          return t('reports.dismissed', '{count, plural, one {# report} other {# reports}} dismissed.', {
            count: decidedCount,
          });
        if (decision.remedy === 'remove')
          return t('reports.removed', '{name} removed.' /* a message after the decision */, { name });
        if (decision.remedy === 'discontinue')
          return t('discontinuation.marked', '{name} is marked as discontinued.', { name });
        return t('reports.upheld', '{count, plural, one {# report} other {# reports}} upheld.', {
          count: decidedCount,
        });
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
        {t(
          'reports.about',
          '{Nouns} that people have reported: those with the most reports first, then those that have waited longest. Everyone who left an email learns what became of the report.',
        )}
      </Intro>
      {removed && (
        <p className="mt-4 flex flex-wrap items-center gap-3 rounded-card border border-line bg-tint p-4">
          <span>
            {rich('reports.isRemoved', '<bdi>{name}</bdi> is removed.', {
              bdi: (text) => <bdi>{text}</bdi>,
              name: removed.name,
            })}
          </span>
          <Button size="small" aria-disabled={isDeciding} onClick={() => void restore(removed)}>
            {t('discontinuation.end', 'List it again')}
          </Button>
        </p>
      )}
      <ModeratorList
        failed={t('reports.notLoaded', "We couldn't load the reports")}
        showing={(count) =>
          t('reports.showing', 'Showing {count, plural, one {# report} other {# reports}}.', { count })
        }
        list={list}
        items={items}
        empty={
          <EmptyState icon="check" title={t('reports.none', 'No open reports')}>
            {t('reports.noneYet', 'Reports of visitors and members appear here.')}
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

const STATUSES = {
  get pending() {
    return t(
      'reports.pending',
      'pending' /* something reported that is not reviewed yet, beside other facts */,
    );
  },
  get rejected() {
    return t('reports.rejected', 'rejected' /* something reported, beside other facts */);
  },
  get removed() {
    return t('reports.removedBefore', 'removed' /* something reported, beside other facts */);
  },
  get discontinued() {
    return t('reports.discontinued', 'discontinued' /* something reported, beside other facts */);
  },
};

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
          t('reports.countAndDay', '{count, plural, one {# report} other {# reports}}, the first on {day}', {
            count: reportCount,
            day: formatShortDate(oldestAt),
          }),
          product.status !== 'approved' && STATUSES[product.status],
          hasMore &&
            t('reports.shown', 'the first {count, plural, other {#}} are shown', { count: reports.length }),
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
