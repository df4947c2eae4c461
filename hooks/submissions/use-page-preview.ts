import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/lib/api/http';
import { previewProduct } from '@/lib/api/submissions';
import type { ProductReference } from '@/lib/contract/product-reference';
import type { ProductPreview } from '@/lib/contract/submission';
import { site } from '@/lib/site';
import type { SubmissionEditing } from './use-submission-form';

type PreviewState = {
  isReading: boolean;
  /** How it went, as a sentence that is no error: the form goes on by hand. */
  note?: string;
  /** The page leads to a product that is listed already, and at which address that was found. */
  found?: { url: string; product: ProductReference };
};

/**
 * Reading name, tagline and picture from the page at the address; what the member has written stays.
 *
 * @param productId the product that is being edited.
 */
export function usePagePreview(editing: SubmissionEditing, productId?: string) {
  const { form, passAddress, keepPagePicture, pageImageURL } = editing;
  const [state, setState] = useState<PreviewState>({ isReading: false });
  const reading = useRef<AbortController>(undefined);
  const filled = useRef({ name: '', tagline: '' });

  useEffect(() => () => reading.current?.abort(), []);

  async function read(): Promise<void> {
    const url = form.getValues('url');
    if (state.isReading || !(await form.trigger('url', { shouldFocus: true }))) return;
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    setState({ isReading: true });
    try {
      const preview = await previewProduct(url, signal);
      if (!signal.aborted) take(preview, url);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (!signal.aborted) takeFailure(error);
    }
  }

  function take(preview: ProductPreview, url: string): void {
    const { duplicateOf, problem } = preview;
    if (duplicateOf && duplicateOf.id === productId) {
      return setState({ isReading: false, note: `The address leads to this very ${site.noun}.` });
    }
    if (duplicateOf) return setState({ isReading: false, found: { url, product: duplicateOf } });
    if (form.getValues('url') === url) form.setValue('url', preview.url, { shouldValidate: true });
    const gained = fillIn(preview);
    passAddress();
    setState({ isReading: false, note: problem ?? tellGain(gained) });
  }

  function fillIn({ name, tagline, imageURL }: ProductPreview): string[] {
    const gained: string[] = [];
    for (const [field, text] of Object.entries({ name, tagline })) {
      if (field !== 'name' && field !== 'tagline') continue;
      const written = form.getValues(field);
      if (text === '' || (written.trim() !== '' && written !== filled.current[field])) continue;
      filled.current[field] = text;
      form.setValue(field, text, { shouldValidate: form.formState.isSubmitted });
      gained.push(field);
    }
    if (imageURL !== undefined) {
      const chosen = form.getValues('imageURL');
      if (chosen === null || chosen === pageImageURL) {
        form.setValue('imageURL', imageURL);
        gained.push('picture');
      }
      keepPagePicture(imageURL);
    }
    return gained;
  }

  function takeFailure(failure: ApiFailure): void {
    if (failure.code === 'bad_request') {
      form.setError('url', { type: 'server', message: failure.fields.url ?? failure.message });
      form.setFocus('url');
      return setState({ isReading: false });
    }
    passAddress();
    setState({ isReading: false, note: failure.message });
  }

  /** Goes on by hand; an answer that comes later is dropped. */
  function skip(): void {
    reading.current?.abort();
    setState({ isReading: false });
    passAddress();
  }

  return { ...state, read, skip };
}

export type PagePreviewState = ReturnType<typeof usePagePreview>;

function tellGain(gained: readonly string[]): string {
  if (gained.length === 0) return 'The page says nothing of use. Fill in the rest by hand.';
  return `Read from the page: ${gained.join(', ').replace(/, (\w+)$/, ' and $1')}. Change what does not fit.`;
}
