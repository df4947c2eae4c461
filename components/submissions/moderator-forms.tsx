import { useRouter } from 'next/router';
import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/choice';
import { FailedState } from '@/components/ui/empty-state';
import { FieldError } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { useFields, useTexts } from '@/hooks/submissions/use-submission-queries';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import {
  editModeratedProductCall,
  findModeratedProductCall,
  type ProductTexts,
  type TextChanges,
} from '@/lib/contract/editing';
import { correctValuesCall, type ModeratedProduct } from '@/lib/contract/moderation';
import type { Product } from '@/lib/contract/product';
import { changedFields, fieldTexts, type SubmissionValues } from '@/lib/submissions/submission-values';
import { DeclaredField } from './declared-fields';
import { type LatestTexts, TextsForm } from './texts-form';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

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
    void showToast('success', t('form.saved', 'Saved.'));
    await router.replace(router.asPath, undefined, { scroll: false });
    setTyped({});
    setConfirmsRest(false);
  }

  if (!error && fields.length === 0) return null;
  return (
    <details className="mt-10 border-t border-line pt-4">
      <summary className="py-2.5 font-semibold">
        {t('valuesForm.summary', 'Moderators: correct or confirm details')}
      </summary>
      {error ? (
        <FailedState
          title={t('valuesForm.notLoaded', "We couldn't load the fields")}
          onRetry={() => void tryAgain()}
        >
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
            <Checkbox
              label={t('valuesForm.confirmRest', 'I checked the other details, too: they are still right')}
              isChecked={confirmsRest}
              onChange={setConfirmsRest}
              className="min-h-target-thumb"
            />
          )}
          <div>
            <Button type="submit" look="primary" aria-disabled={isUnderWay}>
              {t('valuesForm.save', 'Save details' /* the values of the fields */)}
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

type ListedEditFormProps = {
  id: string;
  onSaved?: () => void;
};

export function ListedEditForm({ id, onSaved }: ListedEditFormProps) {
  const router = useRouter();
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { found, error, refresh } = useTexts(id, isOpen);

  function close(): void {
    if (details.current) details.current.open = false;
    details.current?.querySelector('summary')?.focus();
  }

  async function finish(): Promise<void> {
    close();
    void showToast('success', t('form.saved', 'Saved.'));
    onSaved?.();
    await refresh();
    await router.replace(router.asPath, undefined, { scroll: false });
  }

  return (
    <details
      ref={details}
      className="mt-10 border-t border-line pt-4"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        if (currentTarget.open) void refresh();
      }}
    >
      <summary className="py-2.5 font-semibold">
        {t('textsForm.moderatorSummary', 'Moderators: edit name, tagline, link, tags or description')}
      </summary>
      <div className="mt-4">
        {isOpen && !found && !error && <Spinner />}
        {isOpen && !found && error && (
          <FailedState
            title={t('textsForm.notLoaded', "We couldn't load the texts")}
            onRetry={() => void refresh()}
          >
            {error.message}
          </FailedState>
        )}
        {isOpen && found?.hasPendingEdit && (
          <p>
            {rich(
              'textsForm.pendingEdit',
              'An edit by the submitter waits in the queue. <moderation>Edit or decide on that first</moderation>',
              {
                moderation: (text) => (
                  <a href="/moderation" className="text-accent underline underline-offset-4">
                    {text}
                  </a>
                ),
              },
            )}
          </p>
        )}
        {isOpen && found && !found.hasPendingEdit && (
          <ModeratorEditForm
            key={found.seen}
            id={id}
            texts={found.texts}
            seen={found.seen}
            onSaved={() => void finish()}
            onCancel={close}
          />
        )}
      </div>
    </details>
  );
}

type ModeratorEditFormProps = {
  id: string;
  texts: ProductTexts;
  /** When the version was made that the moderator sees. */
  seen: string;
  onSaved: () => void;
  onCancel: () => void;
};

/** For moderators: changes what a product says. Its submitter reads which parts were changed. */
export function ModeratorEditForm({ id, texts, seen, onSaved, onCancel }: ModeratorEditFormProps) {
  // The list around the form may learn of a later version, which this form has not started from.
  const [startedFrom, setStartedFrom] = useState(seen);

  async function save(changes: TextChanges): Promise<void> {
    await call(editModeratedProductCall, { params: { id }, query: { seen: startedFrom }, body: changes });
    onSaved();
  }

  async function loadLatest(): Promise<LatestTexts | undefined> {
    const { product } = await call(findModeratedProductCall, { params: { id } });
    const effect = EFFECTS[product.status];
    if (effect === undefined) return undefined;
    const { name, tagline, description, url, tags, updatedAt } = product;
    setStartedFrom(updatedAt);
    return { texts: { name, tagline, description, url, tags: tags.map((tag) => tag.name) }, effect };
  }

  return (
    <TextsForm
      texts={texts}
      keptAs={`edit ${id}`}
      sendLabel={t('form.saveChanges', 'Save changes')}
      send={save}
      loadLatest={loadLatest}
      onCancel={onCancel}
    />
  );
}

/** Says what saving the form does. Undefined when the product can no longer be edited. */
const EFFECTS: Partial<Record<ModeratedProduct['status'], string>> = {
  get approved() {
    return t('textsForm.effectListed', 'This {noun} is listed. Your changes show right away.');
  },
  get pending() {
    return t('textsForm.effectPending', "Your changes stay in the queue until they're approved.");
  },
};
