import type { Dispatch, SubmitEvent } from 'react';
import { CharacterCounter, Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useRuleChecks } from '@/hooks/submissions/use-submission-queries';
import { useImageUpload } from '@/hooks/use-image-upload';
import { countChars } from '@/lib/contract/plain/text';
import type { ProductReference } from '@/lib/contract/product-reference';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { tileURL } from '@/lib/pages/paths';
import type { SubmissionEvent } from '@/lib/submissions/reduce-submission';
import type { SubmissionImages, SubmissionState } from '@/lib/submissions/submission-state';
import type { SubmissionValues } from '@/lib/submissions/submission-values';
import { DeclaredFields } from './declared-fields';
import { DescriptionField } from './description-field';
import { FormActions, MakerField, RuleChecks } from './form-end';
import { ProductImageField } from './product-image-field';
import { SimilarProducts } from './listed-products';
import { TagField } from './tag-field';
import { URLField } from './url-fields';
import { t } from '@/lib/texts/texts';

type SubmissionFormProps = {
  state: SubmissionState;
  dispatch: Dispatch<SubmissionEvent>;
  send: (whenUploaded: () => Promise<SubmissionImages | undefined>) => Promise<void>;
  duplicateOf?: ProductReference;
  /** Why the link can't be submitted, if its product is not public. */
  takenMessage?: string;
  similar: readonly ProductReference[];
  /** The product to edit; a new one otherwise. */
  product?: SubmittedProduct;
};

/** All fields of a product, beside a preview of its card. */
export function SubmissionForm(props: SubmissionFormProps) {
  const { state, dispatch, send, duplicateOf, takenMessage, similar, product } = props;
  const { values, errors, pageImages } = state;
  const change = (changed: Partial<SubmissionValues>) => dispatch({ type: 'changed', values: changed });
  const checks = useRuleChecks(values, product === undefined);
  const icon = useImageUpload(values.iconURL, (iconURL) => change({ iconURL }), 'mark');
  const screenshot = useImageUpload(values.screenshotURL, (screenshotURL) => change({ screenshotURL }));

  async function whenUploaded(): Promise<SubmissionImages | undefined> {
    const [iconURL, screenshotURL] = await Promise.all([icon.whenUploaded(), screenshot.whenUploaded()]);
    return iconURL === undefined || screenshotURL === undefined ? undefined : { iconURL, screenshotURL };
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void send(whenUploaded);
  }

  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-7">
        <VisuallyHidden live>{countErrors(state)}</VisuallyHidden>
        <URLField state={state} dispatch={dispatch} duplicateOf={duplicateOf} takenMessage={takenMessage} />
        <div>
          <Field
            label={t('product.name', 'Name' /* of a product */)}
            autoComplete="off"
            value={values.name}
            error={errors.name}
            aside={
              <CharacterCounter
                charCount={countChars(values.name.trim())}
                charsMax={PRODUCT_LIMITS.nameCharsMax}
              />
            }
            onChange={({ target }) => change({ name: target.value })}
          />
          {!duplicateOf && <SimilarProducts products={similar} />}
        </div>
        <Field
          label={t('product.tagline', 'Tagline' /* a sentence about a product */)}
          autoComplete="off"
          hint={t('submissionForm.taglineHint', 'What it does, in one sentence.')}
          value={values.tagline}
          error={errors.tagline}
          aside={
            <CharacterCounter
              charCount={countChars(values.tagline.trim())}
              charsMax={PRODUCT_LIMITS.taglineCharsMax}
            />
          }
          onChange={({ target }) => change({ tagline: target.value })}
        />
        <TagField tags={values.tags} error={errors.tags} onChange={(tags) => change({ tags })} />
        <ProductImageField
          kind="icon"
          upload={icon}
          imageURL={values.iconURL}
          pageImageURL={pageImages.iconURL}
          name={values.name}
          error={errors.iconURL}
        />
        <ProductImageField
          kind="screenshot"
          upload={screenshot}
          imageURL={values.screenshotURL}
          pageImageURL={pageImages.screenshotURL}
          name={values.name}
          error={errors.screenshotURL}
        />
        <DescriptionField
          text={values.description}
          error={errors.description}
          onChange={(description) => change({ description })}
        />
        <DeclaredFields
          values={values.fields}
          suggestions={state.pageFields}
          errors={errors}
          onChange={(fields) => change({ fields })}
        />
        <MakerField
          checks={checks}
          value={values.isMaker}
          errors={errors}
          onChange={(isMaker) => change({ isMaker })}
        />
        <RuleChecks checks={checks} />
        <FormActions state={state} dispatch={dispatch} product={product} />
      </form>
      <div className="max-lg:hidden">
        <div className="sticky top-24">
          <CardPreview values={values} imageURL={icon.shownURL} upvoteCount={product?.upvoteCount ?? 0} />
        </div>
      </div>
    </div>
  );
}

function countErrors({ errors, hasSubmitted, step }: SubmissionState): string {
  const count = Object.keys(errors).length;
  if (!hasSubmitted || step !== 'form' || count === 0) return '';
  return t(
    'submissionForm.errors',
    '{count, plural, one {One field needs another look.} other {# fields need another look. The first one has the focus.}}',
    { count },
  );
}

type CardPreviewProps = {
  values: SubmissionValues;
  /** The generated tile where undefined. */
  imageURL?: string;
  upvoteCount: number;
};

/** The product's row as lists will show it. Nothing in it can be clicked. */
function CardPreview({ values, imageURL, upvoteCount }: CardPreviewProps) {
  const name = values.name.trim();
  const tagline = values.tagline.trim();
  return (
    <aside aria-label={t('submissionForm.preview', 'How it will look in lists')}>
      <p aria-hidden="true" className="mb-3 text-sm font-semibold text-muted">
        {t('submissionForm.inLists', 'In lists' /* above a preview of the product */)}
      </p>
      <div className="rows">
        <div className="row pointer-events-none">
          <span className="mark size-mark-phone">
            <img src={imageURL ?? tileURL(name || '?')} alt="" width={64} height={64} />
          </span>
          <div className="row-text">
            <p dir="auto" className={`row-name ${name ? '' : 'text-muted'}`}>
              <span className="truncate">{name || t('product.name', 'Name' /* of a product */)}</span>
            </p>
            <p dir="auto" className="row-tagline">
              {tagline || t('submissionForm.previewTagline', 'What it does, in one sentence')}
            </p>
            <p className="row-facts">
              {(values.tags.length > 0 ? values.tags : [t('product.tags', 'Tags' /* of a product */)])
                .slice(0, 3)
                .map((tag) => (
                  <span key={tag}>{tag}</span>
                ))}
            </p>
          </div>
          <div className="row-actions" aria-hidden="true">
            <span className="bookmark-button">
              <Icon name="bookmark" />
            </span>
            <span className="upvote-button">{upvoteCount}</span>
          </div>
        </div>
      </div>
    </aside>
  );
}
