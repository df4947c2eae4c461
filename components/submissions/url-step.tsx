import { type SubmitEvent, useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import type { PagePreviewState } from '@/hooks/submissions/use-page-preview';
import type { SubmissionEditing } from '@/hooks/submissions/use-submission-form';
import type { ProductReference } from '@/lib/contract/product-reference';
import { withScheme } from '@/lib/contract/submission';
import { hostOf } from '@/lib/host';
import { DuplicateNotice } from './duplicate-notice';

type AddressStepProps = {
  editing: SubmissionEditing;
  preview: PagePreviewState;
  /** What is listed at the address that is being typed. */
  duplicateOf?: ProductReference;
};

/** The beginning: the address alone, from which the page tells the rest. */
export function URLStep({ editing, preview, duplicateOf }: AddressStepProps) {
  const { form, values } = editing;
  const { isReading, found, read, skip } = preview;
  const notice = useRef<HTMLDivElement>(null);
  const foundHere = found?.url === values.url ? found.product : undefined;
  const listed = duplicateOf ?? foundHere;

  useEffect(() => {
    if (foundHere) notice.current?.focus();
  }, [foundHere]);

  async function readPage(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!isReading) await read();
  }

  return (
    <div className="max-w-prose">
      <form onSubmit={readPage} noValidate className="rounded-card border border-line bg-surface p-4 sm:p-6">
        <div className="flex flex-col gap-3 sm:flex-row">
          <div className="min-w-0 flex-1">
            <Field
              isLarge
              label="Paste the address"
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              readOnly={isReading}
              error={form.formState.errors.url?.message}
              {...editing.registerAddress()}
            />
          </div>
          <Button
            type="submit"
            look="primary"
            aria-disabled={isReading}
            size="large"
            className="sm:mt-7.5 sm:h-14"
          >
            Continue
            {isReading ? <Spinner /> : <Icon name="arrow-right" className="size-4" />}
          </Button>
        </div>
        <div className="mt-4 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line pt-4">
          <p role="status" className="flex-1 basis-60 text-muted">
            {isReading ? (
              <>
                Reading{' '}
                <span className="font-semibold text-ink">{hostOf(withScheme(values.url.trim()))}</span> … This
                takes up to ten seconds.
              </>
            ) : (
              'We read name, tagline and picture from the page. You change what does not fit.'
            )}
          </p>
          <Button onClick={skip}>Fill in by hand</Button>
        </div>
      </form>
      <div ref={notice} tabIndex={-1} role="status" className="mt-4 outline-none">
        {listed && !isReading && <DuplicateNotice product={listed} />}
      </div>
      {!duplicateOf && foundHere && !isReading && (
        <p className="mt-3 text-muted">
          The address leads there. Is yours something else? Fill it in by hand.
        </p>
      )}
    </div>
  );
}
