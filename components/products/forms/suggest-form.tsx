import { type SubmitEvent, useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { useFaultFocus } from '@/components/ui/fault-focus';
import { useKeptForm } from '@/components/ui/kept-text';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { proposeAlternativeCall } from '@/lib/contract/alternative';
import { type PickedProduct, ProductPicker } from './product-picker';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

export type SuggestedTo = { id: string; slug: string; name: string };

/** A member picks the product that is an alternative. Loaded for members alone. */
export function SuggestForm({ subject }: { subject: SuggestedTo }) {
  const { isUnderWay, failure, attempt } = useAttempt();
  const kept = useKeptForm(`alternative ${subject.id}`);
  const [picked, setPicked] = useState<PickedProduct[]>([]);
  const [problem, setProblem] = useState<string>();
  const form = useFaultFocus(failure);
  const [suggested, setSuggested] = useState<string>();

  // The link that led here named the form.
  useEffect(() => {
    if (window.location.hash === '#suggest') form.current?.querySelector('input')?.focus();
  }, [form]);

  function pick(products: PickedProduct[]): void {
    setPicked(products);
    setProblem(undefined);
  }

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const [product] = picked;
    if (!product) {
      form.current?.querySelector('input')?.focus();
      return setProblem(t('alternatives.chooseFirst', 'Choose {aNoun} first.'));
    }
    setProblem(undefined);
    const sending = attempt(async () => {
      await call(proposeAlternativeCall, { body: { productId: subject.id, alternativeId: product.id } });
    });
    if (!(await kept.untilSent(sending))) return;
    setPicked([]);
    setSuggested(product.name);
    void showToast(
      'success',
      t('alternatives.thanks', 'Thanks! A moderator will look at {name}.', {
        name: product.name,
      }),
    );
    form.current?.querySelector('input')?.focus();
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <ProductPicker
        label={t('alternatives.field', '{Noun} to use instead of {name}', { name: subject.name })}
        hint={t('alternatives.suggestHint', 'Type a name.')}
        picked={picked}
        pickedMax={1}
        excludedIds={[subject.id]}
        keptAs={`alternative ${subject.id}/picked`}
        error={
          problem ?? (picked.length > 0 ? (failure?.fields.alternativeId ?? failure?.message) : undefined)
        }
        onChange={pick}
      />
      <Button type="submit" look="primary" className="self-start" aria-disabled={isUnderWay}>
        {t('alternatives.send', 'Suggest' /* sends the chosen alternative */)}
      </Button>
      {suggested !== undefined && (
        <p className="text-muted">
          {rich(
            'alternatives.proposed',
            'You proposed <bdi>{name}</bdi>. <proposals>See your proposals</proposals>',
            {
              bdi: (text) => <bdi>{text}</bdi>,
              name: suggested,
              proposals: (text) => (
                <a
                  href="/account/profile?status=pending#proposals"
                  className="text-accent underline underline-offset-4"
                >
                  {text}
                </a>
              ),
            },
          )}
        </p>
      )}
    </form>
  );
}
