import type { Dispatch, SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import type { ProductReference } from '@/lib/contract/product-reference';
import { withScheme } from '@/lib/contract/submission-fields';
import { hostOf } from '@/lib/pages/paths';
import { site } from '@/lib/site';
import type { SubmissionEvent } from '@/lib/submissions/reduce-submission';
import { listedAtURL, type SubmissionState } from '@/lib/submissions/submission-state';
import { DuplicateNotice, TakenNotice } from './listed-products';

type URLProps = {
  state: SubmissionState;
  dispatch: Dispatch<SubmissionEvent>;
  /** The product that is listed at the URL which the member types. */
  duplicateOf?: ProductReference;
  /** Why the link can't be submitted, if its product is not public. */
  takenMessage?: string;
};

/** What both fields for the URL have in common. */
const urlInput = ({ state, dispatch }: URLProps) =>
  ({
    type: 'url',
    inputMode: 'url',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    placeholder: 'https://',
    value: state.values.url,
    error: state.errors.url,
    onChange: ({ target }: { target: { value: string } }) =>
      dispatch({ type: 'changed', values: { url: target.value } }),
  }) as const;

/** The first step: asks for the URL alone, so that the rest can be fetched from the page. */
export function URLStep({ state, dispatch, duplicateOf, takenMessage }: URLProps) {
  const { preview, values } = state;
  const isLoading = preview.status === 'loading';
  const foundByPreview = listedAtURL(state);
  const listed = duplicateOf ?? foundByPreview;

  function requestPreview(event: SubmitEvent): void {
    event.preventDefault();
    dispatch({ type: 'preview-requested' });
  }

  return (
    <div className="max-w-prose">
      <form
        onSubmit={requestPreview}
        noValidate
        className="rounded-card border border-line bg-surface p-4 sm:p-6"
      >
        <div className="flex flex-col gap-3 sm:flex-row">
          <div className="min-w-0 flex-1">
            <Field isLarge label="Paste the link" readOnly={isLoading} {...urlInput({ state, dispatch })} />
          </div>
          <Button
            type="submit"
            look="primary"
            aria-disabled={isLoading}
            size="large"
            className="sm:mt-7.5 sm:h-14"
          >
            <span>Continue</span>
            {isLoading ? <Spinner /> : <Icon name="arrow-right" className="size-4" />}
          </Button>
        </div>
        <div className="mt-4 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-4">
          <p role="status" className="flex-1 basis-60 text-muted">
            {isLoading ? (
              <span>
                Fetching details from{' '}
                <span className="font-semibold text-ink">
                  {hostOf({ url: withScheme(values.url.trim()) })}
                </span>{' '}
                … This can take up to ten seconds.
              </span>
            ) : (
              <span>We&apos;ll fetch the name, tagline and image. Edit anything that&apos;s off.</span>
            )}
          </p>
          <Button onClick={() => dispatch({ type: 'preview-skipped' })}>Fill it in myself</Button>
        </div>
      </form>
      <div data-focus="listed-product" tabIndex={-1} role="status" className="mt-4 outline-none">
        {listed && !isLoading && <DuplicateNotice product={listed} />}
        {takenMessage !== undefined && takenMessage !== state.errors.url && !isLoading && (
          <TakenNotice>{takenMessage}</TakenNotice>
        )}
      </div>
      {!duplicateOf && foundByPreview && !isLoading && (
        <p className="mt-3 text-muted">
          That link leads to this {site.noun}. Is yours something else? Fill it in yourself.
        </p>
      )}
    </div>
  );
}

/** The URL as a field of the whole form, with a button that fetches the details of its page again. */
export function URLField({ state, dispatch, duplicateOf, takenMessage }: URLProps) {
  const { preview, values, initial } = state;
  const isLoading = preview.status === 'loading';
  const listed = duplicateOf ?? listedAtURL(state);
  return (
    <div>
      <Field
        label="Link"
        aside={
          // The server fetches nothing from a URL that is listed.
          values.url !== initial.url && (
            <Button
              look="quiet"
              size="small"
              aria-disabled={isLoading}
              onClick={() => dispatch({ type: 'preview-requested' })}
              className="-my-1.5 -me-3"
            >
              <span>Fetch details</span>
              {isLoading && <Spinner />}
            </Button>
          )
        }
        {...urlInput({ state, dispatch })}
      />
      {preview.status === 'done' && <p className="mt-1.5 text-sm text-muted">{preview.note}</p>}
      <div role="status" className="mt-3 empty:hidden">
        {listed && <DuplicateNotice product={listed} />}
        {takenMessage !== undefined && takenMessage !== state.errors.url && values.url !== initial.url && (
          <TakenNotice>{takenMessage}</TakenNotice>
        )}
      </div>
    </div>
  );
}
