import { useRouter } from 'next/router';
import { type SubmitEvent, useState } from 'react';
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
      t('sectionsTags.nameIsMergedInto', '{name} is merged into {name2}. You can undo that under “Merges”.', {
        name,
        name2: target.name,
      }),
    );
    await router.push(productPath(preview.data?.target.slug ?? target.slug));
  }

  return (
    <details className="mt-4 border-t border-line pt-4">
      <summary className="py-2.5 font-semibold">
        {t('mergeForm.moderatorsMergeIntoAnother', 'Moderators: merge into another {noun}')}
      </summary>
      <form ref={form} noValidate onSubmit={send} className="mt-4 flex max-w-prose flex-col gap-6">
        <ProductPicker
          label={t('mergeForm.mergeInto', 'Merge into')}
          hint={t(
            'mergeForm.theNounThatStays',
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
              {t('sectionsTags.mergeNameIntoName2', 'Merge {name} into {name2}', {
                name,
                name2: preview.data.target.name,
              })}
            </span>
            {isUnderWay && <Spinner />}
          </Button>
        )}
      </form>
    </details>
  );
}

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
            <span>{index === 0 ? 'Leaves the lists: ' : 'Stays: '}</span>
            <a href={productPath(each.slug)} dir="auto" className="font-semibold hover:text-accent">
              {each.name}
            </a>
            <span className="block text-sm text-muted" dir="ltr">
              {each.url}
            </span>
          </li>
        ))}
      </ul>
      <p className="my-4">
        {t(
          'mergeForm.linksToTheFirst',
          'Links to the first lead to the second. A member who has upvoted or bookmarked both counts once, with the earlier date. You can undo the merge for {undoDays} days.',
          { undoDays: MERGE_LIMITS.undoDays },
        )}
      </p>
      <DataTable
        caption={t('mergeForm.countsBeforeAndAfter', 'Counts before and after the merge')}
        columns={[
          t('mergeForm.counts', 'Counts'),
          t('mergeForm.duplicate', 'Duplicate'),
          t('mergeForm.stays', 'Stays'),
          t('mergeForm.after', 'After'),
        ]}
        rows={[
          row(t('mergeForm.upvotes', 'Upvotes'), upvotes),
          row(t('mergeForm.bookmarks', 'Bookmarks'), bookmarks),
        ]}
      />
    </>
  );
}
