import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ChangedPart } from '@/components/layout/changed-part';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { CharacterCounter, Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { ApiFailure } from '@/lib/api/http';
import { changedTexts, type ProductTexts, type TextChanges, textChanges } from '@/lib/contract/editing';
import { countChars } from '@/lib/contract/plain/text';
import { listParts, PRODUCT_PARTS, type ProductPart } from '@/lib/contract/plain/product-parts';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { errorsByField, type SubmissionErrors } from '@/lib/submissions/submission-state';
import { DescriptionField } from './description-field';
import { TagField } from './tag-field';
import { formatRow } from '@/lib/texts/lists';
import { t } from '@/lib/texts/texts';

type TextsFormProps = {
  /** What the form starts from. Later values are ignored: the version that was seen does not change. */
  texts: ProductTexts;
  /** What is typed is kept for this tab under this name. */
  keptAs: string;
  sendLabel: string;
  children?: Elements;
  /** Sends the parts that were changed. A failure is shown in the form. */
  send: (changes: TextChanges) => Promise<void>;
  /**
   * After a conflict with a later version: what that says, for the form to go on from. Undefined when it can't be
   * changed. Absent: the form does not go on.
   */
  loadLatest?: () => Promise<LatestTexts | undefined>;
  onCancel: () => void;
};

export function TextsForm({
  texts,
  keptAs,
  sendLabel,
  children,
  send,
  loadLatest,
  onCancel,
}: TextsFormProps) {
  const [initial, setInitial] = useState(texts);
  const [conflict, setConflict] = useState<Conflict>();
  const [values, setValues] = useState(texts);
  const [errors, setErrors] = useState<SubmissionErrors>({});
  const [problem, setProblem] = useState<string>();
  const { isUnderWay, failure, attempt } = useAttempt();
  const kept = useKeptForm(keptAs);
  const form = useRef<HTMLFormElement>(null);
  const refused = errorsByField(Object.entries(failure?.fields ?? {}));
  const errorOf = (part: keyof ProductTexts) => errors[part] ?? refused[part];
  const isRefused = Object.keys(refused).length > 0;
  const general = problem ?? (failure && !isRefused ? failure.message : undefined);

  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  // The fields have their errors after this render.
  useEffect(() => {
    if (Object.keys(errors).length > 0 || isRefused) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [errors, isRefused]);

  function change(changed: Partial<ProductTexts>): void {
    // Several fields may change at once: what was typed before a reload is put back.
    setValues((before) => ({ ...before, ...changed }));
    setProblem(undefined);
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([part]) => !(part in changed))));
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const parsed = textChanges.safeParse(changedTexts(initial, values));
    if (!parsed.success) {
      setErrors(errorsByField(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])));
      return;
    }
    const changes = changedTexts(initial, { ...initial, ...parsed.data });
    if (Object.keys(changes).length === 0)
      return setProblem(t('edit.nothingChanged', "You haven't changed anything yet."));
    await kept.untilSent(attempt(() => sendOrRebase(changes)));
  }

  /** After a conflict, merges the latest version into the form: its texts, except for those that were typed here. */
  async function sendOrRebase(changes: TextChanges): Promise<void> {
    try {
      await send(changes);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.code !== 'conflict' || error.fields.url) throw error;
      const latest = await loadLatest?.().catch(() => undefined);
      if (latest) {
        setConflict({ before: initial, latest, typed: Object.keys(changes) });
        setInitial(latest.texts);
        setValues({ ...latest.texts, ...changes });
      }
      throw error;
    }
  }

  const line = (part: 'name' | 'tagline', label: string, charsMax: number) => (
    <Field
      label={label}
      autoComplete="off"
      value={values[part]}
      keptAs={`${keptAs}/${part}`}
      error={errorOf(part)}
      aside={<CharacterCounter charCount={countChars(values[part].trim())} charsMax={charsMax} />}
      onChange={({ target }) => change({ [part]: target.value })}
    />
  );

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex max-w-prose min-w-0 flex-col gap-6"
    >
      {line('name', t('product.name', 'Name'), PRODUCT_LIMITS.nameCharsMax)}
      {line('tagline', t('product.tagline', 'Tagline'), PRODUCT_LIMITS.taglineCharsMax)}
      <Field
        label={t('product.link', 'Link' /* of a product */)}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={values.url}
        keptAs={`${keptAs}/url`}
        error={errorOf('url')}
        onChange={({ target }) => change({ url: target.value })}
      />
      <TagField
        tags={values.tags}
        keptAs={`${keptAs}/tags`}
        error={errorOf('tags')}
        onChange={(tags) => change({ tags })}
      />
      <DescriptionField
        text={values.description}
        keptAs={`${keptAs}/description`}
        error={errorOf('description')}
        onChange={(description) => change({ description })}
      />
      {children}
      <p role="alert" className={general === undefined ? undefined : 'text-danger'}>
        {general}
      </p>
      {conflict && <TextsConflict {...conflict} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" aria-disabled={isUnderWay}>
          <span>
            {conflict
              ? t('textsForm.saveAnyway', 'Save anyway' /* although somebody else has changed it */)
              : sendLabel}
          </span>
          {isUnderWay && <Spinner />}
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            kept.forget();
            onCancel();
          }}
        >
          {conflict
            ? t('textsForm.discard', 'Discard my changes')
            : t('action.cancel', 'Cancel' /* closes the form */)}
        </Button>
      </div>
    </form>
  );
}

export type LatestTexts = {
  texts: ProductTexts;
  effect: string;
};

type Conflict = {
  before: ProductTexts;
  latest: LatestTexts;
  typed: readonly string[];
};

/** Lists what somebody else changed while this form was open, and what saving it replaces. */
function TextsConflict({ before, latest: { texts, effect }, typed }: Conflict) {
  const section = useRef<HTMLElement>(null);
  // Focuses the notice and not the button: moderators read the changes of others before they save over them.
  useEffect(() => section.current?.focus(), [before]);
  const changed = PRODUCT_PARTS.filter((part) => textOf(before, part) !== textOf(texts, part));
  const replaced = changed.filter((part) => typed.includes(part));
  const taken = changed.filter((part) => !typed.includes(part));
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="texts-conflict"
      className="rounded-card border border-line p-4 outline-none"
    >
      <h3 id="texts-conflict" className="font-semibold">
        {t('textsForm.conflict', 'What changed since you opened the form')}
      </h3>
      {changed.length === 0 && (
        <p className="mt-1 text-muted">{t('textsForm.conflictNothing', 'None of these texts.')}</p>
      )}
      <dl className="mt-2 flex flex-col gap-2">
        {changed.map((part) => (
          <ChangedPart key={part} part={part} before={textOf(before, part)} after={textOf(texts, part)} />
        ))}
      </dl>
      <ul className="mt-2 list-disc ps-5 text-sm text-muted">
        <li>{t('textsForm.conflictTyped', 'What you typed is still in the form.')}</li>
        {replaced.length > 0 && (
          <li>
            {t(
              'textsForm.conflictReplaced',
              'If you save, your {parts} will replace theirs.' /* a list such as “tagline and tags”; may follow a colon */,
              {
                parts: listParts(replaced),
              },
            )}
          </li>
        )}
        {taken.length > 0 && (
          <li>
            {t(
              'textsForm.conflictTaken',
              'The form now has the new {parts}.' /* a list such as “tagline and tags”; may follow a colon */,
              { parts: listParts(taken) },
            )}
          </li>
        )}
        <li>{effect}</li>
      </ul>
    </section>
  );
}

const textOf = (texts: ProductTexts, part: ProductPart): string =>
  part === 'tags' ? formatRow(texts.tags) : texts[part];
