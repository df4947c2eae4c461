import { useEffect, useRef } from 'react';
import { CharacterCounter } from '@/components/ui/character-counter';
import { Field } from '@/components/ui/field';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { useDuplicates } from '@/hooks/submissions/use-duplicates';
import type { PagePreviewState } from '@/hooks/submissions/use-page-preview';
import { useImageUpload } from '@/hooks/use-image-upload';
import { useSendSubmission } from '@/hooks/submissions/use-send-submission';
import type { SubmissionEditing } from '@/hooks/submissions/use-submission-form';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { URLField } from './url-field';
import { CardPreview } from './card-preview';
import { DescriptionField } from './description-field';
import { EditOutcome } from './edit-outcome';
import { ImageField } from './image-field';
import { FormActions } from './form-actions';
import { SimilarProducts } from './similar-products';
import { TagField } from './tag-field';

type SubmissionFormProps = {
  editing: SubmissionEditing;
  preview: PagePreviewState;
  duplicates: ReturnType<typeof useDuplicates>;
  /** The one to edit; a new one otherwise. */
  product?: SubmittedProduct;
};

/** Everything that is told of a product, and beside it the card that comes of it. */
export function SubmissionForm({ editing, preview, duplicates, product }: SubmissionFormProps) {
  const { form, values, initial, pageImageURL, hasJustPassed } = editing;
  const { errors, isSubmitted } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const change = { shouldValidate: isSubmitted } as const;
  const upload = useImageUpload(values.imageURL, (imageURL) => form.setValue('imageURL', imageURL, change));
  const sending = useSendSubmission(editing, { product, whenUploaded: upload.whenUploaded });
  const { refusal, attempts } = sending;

  useEffect(() => {
    if (!hasJustPassed) return;
    const fields = element.current?.querySelectorAll<HTMLInputElement>('input:not([type="file"])') ?? [];
    [...fields].find(({ value }) => value === '')?.focus();
  }, [hasJustPassed]);

  useEffect(() => {
    if (attempts === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [attempts]);

  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form ref={element} onSubmit={sending.submit} noValidate className="flex min-w-0 flex-col gap-7">
        <VisuallyHidden live>{attempts > 0 ? summarize(Object.keys(errors).length) : ''}</VisuallyHidden>
        <URLField
          editing={editing}
          preview={preview}
          listed={refusal?.taken?.url === values.url ? refusal.taken.product : duplicates.duplicateOf}
        />
        <div>
          <Field
            label="Name"
            autoComplete="off"
            error={errors.name?.message}
            aside={<CharacterCounter text={values.name} charsMax={PRODUCT_LIMITS.nameCharsMax} />}
            {...form.register('name')}
          />
          {!duplicates.duplicateOf && <SimilarProducts products={duplicates.similar} />}
        </div>
        <Field
          label="Tagline"
          autoComplete="off"
          hint="What it does, in one sentence."
          error={errors.tagline?.message}
          aside={<CharacterCounter text={values.tagline} charsMax={PRODUCT_LIMITS.taglineCharsMax} />}
          {...form.register('tagline')}
        />
        <TagField
          tags={values.tags}
          error={errors.tags?.message}
          onChange={(tags) => form.setValue('tags', tags, change)}
        />
        <ImageField
          upload={upload}
          imageURL={values.imageURL}
          pageImageURL={pageImageURL}
          name={values.name}
          error={errors.imageURL?.message}
        />
        <DescriptionField
          text={values.description}
          error={errors.description?.message}
          input={form.register('description')}
        />
        {product && <EditOutcome product={product} initial={initial} values={values} />}
        <FormActions editing={editing} sending={sending} product={product} />
      </form>
      <div className="max-lg:hidden">
        <div className="sticky top-24">
          <CardPreview values={values} pictureURL={upload.shownURL} upvoteCount={product?.upvoteCount ?? 0} />
        </div>
      </div>
    </div>
  );
}

function summarize(faultCount: number): string {
  if (faultCount === 0) return '';
  return faultCount === 1
    ? 'One field needs another look.'
    : `${faultCount} fields need another look. The first one has the focus.`;
}
