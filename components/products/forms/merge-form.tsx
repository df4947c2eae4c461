import { useRouter } from 'next/router';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { useFaultFocus } from '@/components/ui/fault-focus';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { useViewerData } from '@/hooks/use-viewer-data';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { MERGE_LIMITS, type MergePreview, mergeProductCall, previewMergeCall } from '@/lib/contract/merge';
import type { Product } from '@/lib/contract/product';
import { formatCount } from '@/lib/format/figures';
import { productPath } from '@/lib/pages/paths';
import { type PickedProduct, ProductPicker } from './product-picker';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** For moderators: merges the product, a duplicate, into another one, after showing what that would do. */
export function MergeForm({ product: { id, name } }: { product: Product }) {
  const router = useRouter();
  const { isUnderWay, failure, attempt } = useAttempt();
  const form = useFaultFocus(failure);
  const kept = useKeptForm(`merge ${id}`);
  const [picked, setPicked] = useState<PickedProduct[]>([]);
  const [target] = picked;
  const preview = useViewerData(
    target ? ['merge', id, target.id] : null,
    () => call(previewMergeCall, { params: { id }, query: { intoId: target?.id ?? '' } }),
    { revalidateOnFocus: false },
  );

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!target) return;
    const merging = attempt(async () => {
      await call(mergeProductCall, { params: { id }, body: { intoId: target.id } });
    });
    if (!(await kept.untilSent(merging))) return;
    void showToast(
      'success',
      t('merge.done', '{name} is merged into {target}. You can undo that under “Merges”.', {
        name,
        target: target.name,
      }),
    );
    await router.push(productPath(preview.data?.target.slug ?? target.slug));
  }

  return (
    <details className="mt-4 border-t border-line pt-4">
      <summary className="py-2.5 font-semibold">
        {t('merge.summary', 'Moderators: merge into another {noun}')}
      </summary>
      <form ref={form} noValidate onSubmit={send} className="mt-4 flex max-w-prose flex-col gap-6">
        <ProductPicker
          label={t('merge.target', 'Merge into' /* label of the field for the product that stays */)}
          hint={t(
            'merge.targetHint',
            "The {noun} that stays. Its texts, images, details and tags don't change.",
          )}
          picked={picked}
          pickedMax={1}
          excludedIds={[id]}
          keptAs={`merge ${id}/target`}
          error={failure?.message ?? preview.error?.message}
          onChange={setPicked}
        />
        <div role="status">
          {target && preview.isLoading && <Spinner />}
          {target && preview.data && <Outcome {...preview.data} />}
        </div>
        {target && preview.data && (
          <Button type="submit" look="danger" aria-disabled={isUnderWay} className="self-start">
            <span className="min-w-0 wrap-anywhere">
              {t('merge.send', 'Merge {name} into {target}', {
                name,
                target: preview.data.target.name,
              })}
            </span>
            {isUnderWay && <Spinner />}
          </Button>
        )}
      </form>
    </details>
  );
}

const linkTo = ({ slug, name }: MergePreview['source']) => ({
  name,
  product: (text: ReactNode) => (
    <a href={productPath(slug)} dir="auto" className="font-semibold hover:text-accent">
      {text}
    </a>
  ),
});

function Outcome({ source, target, upvotes, bookmarks }: MergePreview) {
  const row = (label: string, counts: MergePreview['upvotes']) => [
    label,
    ...[counts.source, counts.target, counts.after].map(formatCount),
  ];
  return (
    <>
      <ul className="flex flex-col gap-2">
        {[source, target].map((each, index) => (
          <li key={each.id} className="wrap-anywhere">
            <span>
              {index === 0
                ? rich('merge.leaving', 'Leaves the lists: <product>{name}</product>', linkTo(each))
                : rich(
                    'merge.staying',
                    'Stays: <product>{name}</product>' /* the product that others are merged into */,
                    linkTo(each),
                  )}
            </span>
            <span className="block text-sm text-muted" dir="ltr">
              {each.url}
            </span>
          </li>
        ))}
      </ul>
      <p className="my-4">
        {t(
          'merge.effect',
          'Links to the first lead to the second. A member who has upvoted or bookmarked both counts once, with the earlier date. You can undo the merge for {days} days.',
          { days: MERGE_LIMITS.undoDays },
        )}
      </p>
      <DataTable
        caption={t('merge.countsCaption', 'Counts before and after the merge')}
        columns={[
          t('merge.counts', 'Counts' /* heading of a column with the names of what is counted */),
          t('merge.duplicate', 'Duplicate' /* heading of the counts of the product that is merged */),
          t('merge.stays', 'Stays' /* heading of the counts of the product that stays */),
          t('merge.after', 'After' /* heading of the counts after the merge */),
        ]}
        rows={[
          row(t('product.upvotes', 'Upvotes' /* number of upvotes */), upvotes),
          row(t('product.bookmarks', 'Bookmarks' /* number of bookmarks */), bookmarks),
        ]}
      />
    </>
  );
}
