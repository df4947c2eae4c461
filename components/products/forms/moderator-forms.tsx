import { useRouter } from 'next/router';
import { type SubmitEvent, useState } from 'react';
import { MemberHandle } from '@/components/layout/role-mark';
import { Button, buttonClasses } from '@/components/ui/button';
import { useFaultFocus } from '@/components/ui/fault-focus';
import { Field, FieldError } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { MissingPart } from '@/components/ui/missing-part';
import { useAttempt } from '@/hooks/use-attempt';
import { useProductClaims } from '@/hooks/use-claims';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { discontinueProductCall, MODERATION_LIMITS, relistProductCall } from '@/lib/contract/moderation';
import { type Product, PRODUCT_LIMITS } from '@/lib/contract/product';
import { formatShortDate } from '@/lib/format/figures';
import { localDay } from '@/lib/format/local-day';
import { MergeForm } from './merge-form';
import { type PickedProduct, ProductPicker } from './product-picker';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** What moderators do with a public product. In one file, which only they load. */
export function ModeratorForms({ product }: { product: Product }) {
  return (
    <>
      <DiscontinueForm product={product} />
      <MergeForm product={product} />
      <ProductClaims productId={product.id} />
      <p className="mt-4 border-t border-line pt-4">
        <a href={`/moderation/history?id=${product.id}`} className={buttonClasses()}>
          {rich('product.history', 'History<hidden> of {name}</hidden>', {
            hidden: (text) => <span className="sr-only">{text}</span>,
            name: product.name,
          })}
        </a>
      </p>
    </>
  );
}

/** For moderators: who is verified as the owner of a product's site. Nothing without such members. */
function ProductClaims({ productId }: { productId: string }) {
  const { claims, error, refresh, isWithdrawing, withdraw } = useProductClaims(productId);
  if (!claims)
    return (
      error && (
        <MissingPart onRetry={() => void refresh()}>
          {t(
            'claims.notLoaded',
            "The verified owners couldn't be loaded. Check your connection and try again.",
          )}
        </MissingPart>
      )
    );
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby="claims" className="mt-4 border-t border-line pt-4">
      <h2 id="claims" className="font-semibold">
        {t('claims.title', 'Moderators: verified owners')}
      </h2>
      <ul className="mt-2 flex flex-col gap-3">
        {claims.map((claim) => (
          <li key={claim.id} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span className="wrap-anywhere">
              {rich('claims.owner', '{member} of <host>{site}</host>, since <time>{day}</time>', {
                member: <MemberHandle handle={claim.memberHandle} role={claim.memberRole} />,
                host: (text) => <span>{text}</span>,
                site: claim.host,
                time: (text) => <time dateTime={claim.verifiedAt}>{text}</time>,
                day: formatShortDate(claim.verifiedAt),
              })}
            </span>
            <Button
              look="danger"
              size="small"
              aria-disabled={isWithdrawing}
              onClick={() => void withdraw(claim.id)}
            >
              {rich('claims.withdraw', 'Withdraw<hidden> the claim of @{handle}</hidden>', {
                hidden: (text) => <span className="sr-only">{text}</span>,
                handle: claim.memberHandle,
              })}
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
  const form = useFaultFocus(failure);
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
      discontinuation
        ? t('form.saved', 'Saved.' /* what was changed in a form */)
        : t('discontinuation.marked', '{name} is marked as discontinued.', { name }),
    );
  }

  return (
    <details className="mt-10 border-t border-line pt-4">
      <summary className="py-2.5 font-semibold">
        {discontinuation
          ? t('discontinuation.changeSummary', 'Moderators: change or end the discontinuation')
          : t('discontinuation.markSummary', 'Moderators: mark as discontinued')}
      </summary>
      <form ref={form} noValidate onSubmit={send} className="mt-4 flex max-w-prose flex-col gap-6">
        <Field
          type="date"
          label={t('discontinuation.day', 'Discontinued on' /* label of a date */)}
          value={discontinuedOn}
          keptAs={`discontinuation ${id}/day`}
          error={fields.discontinuedOn}
          onChange={(event) => setDiscontinuedOn(event.target.value)}
        />
        <Field
          multiline
          rows={3}
          dir="auto"
          label={t('discontinuation.reason', 'Reason' /* why a product is discontinued */)}
          hint={t('discontinuation.reasonIsPublic', 'Everyone can read it.')}
          maxLength={MODERATION_LIMITS.reasonCharsMax}
          value={reason}
          keptAs={`discontinuation ${id}/reason`}
          error={fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ProductPicker
          label={t('discontinuation.successors', 'Where to go instead')}
          hint={t('discontinuation.successorsHint', 'Up to {max} {nouns}, best first.', {
            max: PRODUCT_LIMITS.successorsMax,
          })}
          picked={successors}
          pickedMax={PRODUCT_LIMITS.successorsMax}
          excludedIds={[id]}
          keptAs={`discontinuation ${id}/successors`}
          error={fields.successorIds}
          onChange={setSuccessors}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look={discontinuation ? 'primary' : 'danger'} aria-disabled={isUnderWay}>
            {discontinuation
              ? t('form.saveChanges', 'Save changes')
              : t('discontinuation.mark', 'Mark as discontinued')}
          </Button>
          {discontinuation && (
            <Button
              aria-disabled={isUnderWay}
              onClick={() =>
                void change(
                  () => call(relistProductCall, { params: { id } }),
                  t('discontinuation.ended', '{name} is listed again.', { name }),
                )
              }
            >
              {t('discontinuation.end', 'List it again')}
            </Button>
          )}
        </div>
        <FieldError id="discontinuation-error" error={general} />
      </form>
    </details>
  );
}
