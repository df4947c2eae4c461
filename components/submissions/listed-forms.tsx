import { useRouter } from 'next/router';
import { type SubmitEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { FailedState } from '@/components/ui/failed-state';
import { FieldError } from '@/components/ui/field';
import { useFields } from '@/hooks/submissions/use-submission-queries';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { correctValuesCall } from '@/lib/contract/moderation';
import type { Product } from '@/lib/contract/product';
import { changedFields, fieldTexts, type SubmissionValues } from '@/lib/submissions/submission-values';
import { DeclaredField } from './declared-field';
import { ListedEditForm } from './listed-edit-form';

/** What moderators change in a public product. In one file, which only they load. */
export function ListedForms({ product }: { product: Product }) {
  return (
    <>
      {product.status === 'approved' && <ListedEditForm id={product.id} />}
      <ValuesForm product={product} />
    </>
  );
}

type Texts = SubmissionValues['fields'];

/** For moderators: corrects the values of a listed product in the fields that the site declares, or confirms them. */
export function ValuesForm({ product: { id, facts = [] } }: { product: Product }) {
  const router = useRouter();
  const { fields, error, tryAgain } = useFields();
  const { isUnderWay, failure, attempt } = useAttempt();
  const [typed, setTyped] = useState<Texts>({});
  const [confirmsRest, setConfirmsRest] = useState(false);
  const problems = failure?.fields ?? {};
  const isAtField = fields.some(({ key }) => problems[`fields.${key}`] !== undefined);
  const stored = fieldTexts(Object.fromEntries(facts.map(({ key, value = '' }) => [key, value])));

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const changed = changedFields(stored, { ...stored, ...typed });
    const hasWorked = await attempt(async () => {
      await call(correctValuesCall, {
        params: { id },
        body: { fields: { ...(confirmsRest && stored), ...changed } },
      });
    });
    if (!hasWorked) return;
    void showToast('success', 'Saved.');
    await router.replace(router.asPath, undefined, { scroll: false });
    setTyped({});
    setConfirmsRest(false);
  }

  if (!error && fields.length === 0) return null;
  return (
    <details className="mt-10 border-t border-line pt-4">
      <summary className="py-2.5 font-semibold">Moderators: correct or confirm details</summary>
      {error ? (
        <FailedState title="We couldn't load the fields" onRetry={() => void tryAgain()}>
          {error.message}
        </FailedState>
      ) : (
        <form
          noValidate
          onSubmit={(event) => void send(event)}
          className="mt-4 flex max-w-prose flex-col gap-6"
        >
          {fields.map((field) => (
            <DeclaredField
              key={field.key}
              field={field}
              value={typed[field.key] ?? stored[field.key] ?? ''}
              error={problems[`fields.${field.key}`]}
              onChange={(value) => setTyped({ ...typed, [field.key]: value })}
            />
          ))}
          {facts.length > 0 && (
            <label className="inline-flex min-h-target-thumb cursor-pointer items-center gap-2">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={confirmsRest}
                onChange={({ target }) => setConfirmsRest(target.checked)}
              />
              I checked the other details, too: they are still right
            </label>
          )}
          <div>
            <Button type="submit" look="primary" disabled={isUnderWay}>
              Save details
            </Button>
            <FieldError
              id="values-error"
              error={isAtField ? undefined : (problems.fields ?? failure?.message)}
            />
          </div>
        </form>
      )}
    </details>
  );
}
