import { useRouter } from 'next/router';
import { type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { discontinueProductCall, relistProductCall, MODERATION_LIMITS } from '@/lib/contract/moderation';
import { type Product, PRODUCT_LIMITS } from '@/lib/contract/product';
import { localDay } from '@/lib/format/local-day';
import { site } from '@/lib/site';
import { type PickedProduct, ProductPicker } from './product-picker';

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
          <Button type="submit" look={discontinuation ? 'primary' : 'danger'} disabled={isUnderWay}>
            {discontinuation ? 'Save changes' : 'Mark as discontinued'}
          </Button>
          {discontinuation && (
            <Button
              disabled={isUnderWay}
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
