import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import type { PagePreviewState } from '@/hooks/submissions/use-page-preview';
import type { SubmissionEditing } from '@/hooks/submissions/use-submission-form';
import type { ProductReference } from '@/lib/contract/product-reference';
import { DuplicateNotice } from './duplicate-notice';

type AddressFieldProps = {
  editing: SubmissionEditing;
  preview: PagePreviewState;
  /** What is listed at the address. */
  listed?: ProductReference;
};

/** The address within the whole form: with what is listed there, and a way to read its page once more. */
export function URLField({ editing, preview, listed }: AddressFieldProps) {
  const { form, values, initial } = editing;
  const { isReading, note, found, read } = preview;
  const shown = listed ?? (found?.url === values.url ? found.product : undefined);
  return (
    <div>
      <Field
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        error={form.formState.errors.url?.message}
        aside={
          // Of an address that is listed, the product server reads nothing.
          values.url !== initial.url && (
            <Button
              look="quiet"
              size="small"
              aria-disabled={isReading}
              onClick={read}
              className="-my-1.5 -mr-3"
            >
              Read its page
              {isReading && <Spinner />}
            </Button>
          )
        }
        {...editing.registerAddress()}
      />
      {note && !isReading && <p className="mt-1.5 text-sm text-muted">{note}</p>}
      <div role="status" className="mt-3 empty:hidden">
        {shown && <DuplicateNotice product={shown} />}
      </div>
    </div>
  );
}
