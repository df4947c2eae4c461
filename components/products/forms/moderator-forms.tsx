import { useRouter } from 'next/router';
import { type SubmitEvent, useState } from 'react';
import { MemberHandle } from '@/components/layout/role-mark';
import { Button, buttonClasses } from '@/components/ui/button';
import { DataTable } from '@/components/ui/data-table';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { MissingPart } from '@/components/ui/missing-part';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { useProductClaims } from '@/hooks/use-claims';
import { useViewerData } from '@/hooks/use-viewer-data';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { discontinueProductCall, MODERATION_LIMITS, relistProductCall } from '@/lib/contract/moderation';
import { MERGE_LIMITS, type MergePreview, mergeProductCall, previewMergeCall } from '@/lib/contract/merge';
import { type Product, PRODUCT_LIMITS } from '@/lib/contract/product';
import { formatCount, formatShortDate } from '@/lib/format/figures';
import { localDay } from '@/lib/format/local-day';
import { productPath } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import { type PickedProduct, ProductPicker } from './product-picker';

/** What moderators do with a public product. In one file, which only they load. */
export function ModeratorForms({ product }: { product: Product }) {
  return (
    <>
      <DiscontinueForm product={product} />
      <MergeForm product={product} />
      <ProductClaims productId={product.id} />
      <p className="mt-4 border-t border-line pt-4">
        <a href={`/moderation/history?id=${product.id}`} className={buttonClasses()}>
          History<span className="sr-only">{` of ${product.name}`}</span>
        </a>
      </p>
    </>
  );
}

/** For moderators: who is verified as the owner of a product's site. Nothing without such members. */
function ProductClaims({ productId }: { productId: string }) {
  const { claims, error, refresh, isWithdrawing, withdraw } = useProductClaims(productId);
  if (!claims) return error && <MissingPart name="The verified owners" onRetry={() => void refresh()} />;
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby="claims" className="mt-4 border-t border-line pt-4">
      <h2 id="claims" className="font-semibold">
        Moderators: verified owners
      </h2>
      <ul className="mt-2 flex flex-col gap-3">
        {claims.map((claim) => (
          <li key={claim.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="wrap-anywhere">
              <MemberHandle handle={claim.memberHandle} role={claim.memberRole} />
              <span>{` of ${claim.host}, since `}</span>
              <time dateTime={claim.verifiedAt}>{formatShortDate(claim.verifiedAt)}</time>
            </span>
            <Button
              look="danger"
              size="small"
              aria-disabled={isWithdrawing}
              onClick={() => void withdraw(claim.id)}
            >
              Withdraw<span className="sr-only">{` the claim of @${claim.memberHandle}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** For moderators: marks a product as discontinued, changes what its page says about that, or lists it again. */
export function DiscontinueForm({ product }: { product: Product }) {
  const { id, name, discontinuation } = product;
  const router = useRouter();
  const { isUnderWay, failure, attempt } = useAttempt();
  const kept = useKeptForm(`discontinuation ${id}`);
  const [discontinuedOn, setDiscontinuedOn] = useState(
    () => discontinuation?.discontinuedOn ?? localDay(new Date()),
  );
  const [reason, setReason] = useState(discontinuation?.reason ?? '');
  const [successors, setSuccessors] = useState<PickedProduct[]>(discontinuation?.successors ?? []);
  const fields = failure?.fields ?? {};
  const general = failure && Object.keys(fields).length === 0 ? failure.message : undefined;

  async function change(work: () => Promise<unknown>, done: string): Promise<void> {
    const sending = attempt(async () => {
      await work();
    });
    if (!(await kept.untilSent(sending))) return;
    void showToast('success', done);
    await router.replace(router.asPath, undefined, { scroll: false });
  }

  function send(event: SubmitEvent): void {
    event.preventDefault();
    const successorIds = successors.map((successor) => successor.id);
    void change(
      () => call(discontinueProductCall, { params: { id }, body: { discontinuedOn, reason, successorIds } }),
      discontinuation ? 'Saved.' : `${name} is marked as discontinued.`,
    );
  }

  return (
    <details className="mt-10 border-t border-line pt-4">
      <summary className="py-2.5 font-semibold">
        {discontinuation
          ? 'Moderators: change or end the discontinuation'
          : 'Moderators: mark as discontinued'}
      </summary>
      <form noValidate onSubmit={send} className="mt-4 flex max-w-prose flex-col gap-6">
        <Field
          type="date"
          label="Discontinued on"
          value={discontinuedOn}
          keptAs={`discontinuation ${id}/day`}
          error={fields.discontinuedOn}
          onChange={(event) => setDiscontinuedOn(event.target.value)}
        />
        <Field
          multiline
          rows={3}
          dir="auto"
          label="Reason"
          hint="Everyone can read it."
          maxLength={MODERATION_LIMITS.reasonCharsMax}
          value={reason}
          keptAs={`discontinuation ${id}/reason`}
          error={fields.reason ?? general}
          onChange={(event) => setReason(event.target.value)}
        />
        <ProductPicker
          label="Where to go instead"
          hint={`Up to ${PRODUCT_LIMITS.successorsMax} ${site.nounPlural}, best first.`}
          picked={successors}
          pickedMax={PRODUCT_LIMITS.successorsMax}
          excludedIds={[id]}
          error={fields.successorIds}
          onChange={setSuccessors}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look={discontinuation ? 'primary' : 'danger'} aria-disabled={isUnderWay}>
            {discontinuation ? 'Save changes' : 'Mark as discontinued'}
          </Button>
          {discontinuation && (
            <Button
              aria-disabled={isUnderWay}
              onClick={() =>
                void change(() => call(relistProductCall, { params: { id } }), `${name} is listed again.`)
              }
            >
              List it again
            </Button>
          )}
        </div>
      </form>
    </details>
  );
}

/** For moderators: merges the product, a duplicate, into another one, after showing what that would do. */
export function MergeForm({ product: { id, name } }: { product: Product }) {
  const router = useRouter();
  const { isUnderWay, failure, attempt } = useAttempt();
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
    const isMerged = await attempt(async () => {
      await call(mergeProductCall, { params: { id }, body: { intoId: target.id } });
    });
    if (!isMerged) return;
    void showToast('success', `${name} is merged into ${target.name}. You can undo that under “Merges”.`);
    await router.push(productPath(preview.data?.target.slug ?? target.slug));
  }

  return (
    <details className="mt-4 border-t border-line pt-4">
      <summary className="py-2.5 font-semibold">Moderators: merge into another {site.noun}</summary>
      <form noValidate onSubmit={send} className="mt-4 flex max-w-prose flex-col gap-6">
        <ProductPicker
          label="Merge into"
          hint={`The ${site.noun} that stays. Its texts, images, details and tags don't change.`}
          picked={picked}
          pickedMax={1}
          excludedIds={[id]}
          error={failure?.message ?? preview.error?.message}
          onChange={setPicked}
        />
        <div role="status">
          {target && preview.isLoading && <Spinner />}
          {target && preview.data && <Outcome {...preview.data} />}
        </div>
        {target && preview.data && (
          <Button type="submit" look="danger" aria-disabled={isUnderWay} className="self-start">
            <span className="min-w-0 wrap-anywhere">{`Merge ${name} into ${preview.data.target.name}`}</span>
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
        Links to the first lead to the second. A member who has upvoted or bookmarked both counts once, with
        the earlier date. You can undo the merge for {MERGE_LIMITS.undoDays} days.
      </p>
      <DataTable
        caption="Counts before and after the merge"
        columns={['Counts', 'Duplicate', 'Stays', 'After']}
        rows={[row('Upvotes', upvotes), row('Bookmarks', bookmarks)]}
      />
    </>
  );
}
