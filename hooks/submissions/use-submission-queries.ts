import useSWR from 'swr';
import { useViewerData } from '@/hooks/use-viewer-data';
import { useDebounced } from '@/hooks/use-combobox';
import { type ApiFailure, call } from '@/lib/api/http';
import { countChars } from '@/lib/contract/plain/text';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { findDuplicatesCall } from '@/lib/contract/product-preview';
import type { ProductReference } from '@/lib/contract/product-reference';
import { checkRulesCall, type RuleCheck, ruledForm } from '@/lib/contract/rule';
import { findSubmissionCall, renderDescriptionCall } from '@/lib/contract/submission';
import { type CountedTag, listTagsCall } from '@/lib/contract/tag';
import type { SubmissionValues } from '@/lib/submissions/submission-values';
import { matchesTagFilter } from '@/lib/tag-groups';
import { type FormField, listFieldsCall } from '@/lib/contract/field';
import { findTextsCall } from '@/lib/contract/editing';

const duplicatesDelayMs = 300;
const rulesDelayMs = 700;
const suggestionsMax = 8;
const { urlCharsMax, nameCharsMax } = PRODUCT_LIMITS;

export const submissionKey = (id: string) => ['submission', id] as const;

export function useSubmission(id: string) {
  const { data, error, refresh } = useViewerData(
    submissionKey(id),
    async () => (await call(findSubmissionCall, { params: { id } })).product,
    { shouldRetryOnError: false },
  );
  return {
    product: data,
    error,
    tryAgain: refresh,
  };
}

type Duplicates = {
  duplicateOf?: ProductReference;
  /** Why the link can't be submitted, if its product is not public. */
  takenMessage?: string;
  similar: readonly ProductReference[];
};
const none: Duplicates = { similar: [] };

/**
 * Looks up which product is listed at a URL, and which have a similar name, while the member types both. Failures
 * are silent: the server checks again when the form is sent.
 *
 * @param exceptId the product that is edited.
 */
export function useDuplicates(typed: { url: string; name: string }, exceptId?: string): Duplicates {
  const url = useDebounced(typed.url.trim(), duplicatesDelayMs);
  const name = useDebounced(typed.name.trim(), duplicatesDelayMs);
  const canAsk =
    (url !== '' || name !== '') && countChars(url) <= urlCharsMax && countChars(name) <= nameCharsMax;

  const { data, error } = useViewerData(
    canAsk ? ['duplicates', url, name] : null,
    async () => ({
      url,
      ...(await call(findDuplicatesCall, { query: { url: url || undefined, name: name || undefined } })),
    }),
    // Without the previous data, the list of similar names would flicker with every letter.
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  if (!canAsk || !data || error) return none;
  const { duplicateOf, takenMessage, similar } = data;
  return {
    duplicateOf: data.url === url && duplicateOf?.id !== exceptId ? duplicateOf : undefined,
    takenMessage: data.url === url ? takenMessage : undefined,
    similar: similar.filter(({ id }) => id !== exceptId),
  };
}

/**
 * What the site's rules say of the form, while it is filled in. Failures are silent: the server checks again when the
 * form is sent.
 *
 * @param isNew whether it is a new product. Rules say nothing of others.
 */
export function useRuleChecks(values: SubmissionValues, isNew: boolean): readonly RuleCheck[] {
  const { url, name, tagline, description, iconURL, screenshotURL, isMaker } = values;
  const form = JSON.stringify({
    ...{ url: url.trim(), name, tagline, description, isMaker },
    ...{ hasIcon: iconURL !== null, hasScreenshot: screenshotURL !== null },
  });
  const checked = useDebounced(form, rulesDelayMs);
  const { data } = useViewerData(
    isNew ? ['rules', checked] : null,
    // The contract refuses a text that is too long, which the form says itself.
    async () => (await call(checkRulesCall, { body: ruledForm.parse(JSON.parse(checked)) })).checks,
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return data ?? [];
}

/** A description as the product page will show it. Sends no request for an empty one. */
export function useDescriptionPreview(description: string) {
  const { data, error, isLoading, refresh } = useViewerData(
    description.trim() !== '' ? ['description', description] : null,
    async () => (await call(renderDescriptionCall, { body: { description } })).descriptionHTML,
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return {
    /** Sanitized by the product server. */
    html: data,
    error,
    isLoading,
    tryAgain: refresh,
  };
}

/**
 * Suggests existing tags that contain the typed text, those that begin with it first; the most used ones while nothing
 * is typed. Suggests none when the tags cannot be loaded: a tag can be typed in full.
 */
export function useTagSuggestions(typed: string, chosen: readonly string[]) {
  const { data = [] } = useSWR<CountedTag[], ApiFailure>(
    'tags',
    async () => (await call(listTagsCall)).tags,
    {
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  );
  const taken = new Set(chosen.map(fold));
  const start = fold(typed);
  const matching = data.filter((tag) => !taken.has(fold(tag.name)) && matchesTagFilter(tag, typed));
  const ranked = matching.toSorted(
    (one, other) => Number(beginsWith(other, start)) - Number(beginsWith(one, start)),
  );

  return {
    suggestions: ranked.slice(0, suggestionsMax),
    /** The tag that a typed name leads to; the text as typed when the tag is new. */
    spell: (name: string) => data.find((tag) => isCalled(tag, name))?.name ?? name.trim(),
    isNew: (name: string) => !data.some((tag) => isCalled(tag, name)),
  };
}

const fold = (name: string) => name.trim().toLowerCase();

const beginsWith = ({ name, otherNames = [] }: CountedTag, start: string) =>
  [name, ...otherNames].some((each) => fold(each).startsWith(start));

/** Whether it is the tag's name or one of its other names. */
const isCalled = ({ name, otherNames = [] }: CountedTag, typed: string) =>
  [name, ...otherNames].some((each) => fold(each) === fold(typed));

/** The fields that the site declares. The form works without them: `error` offers to load them again. */
export function useFields() {
  const { data, error, mutate } = useSWR<FormField[], ApiFailure>(
    'fields',
    async () => (await call(listFieldsCall)).fields,
    {
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  );
  return {
    fields: data ?? [],
    error,
    /** Never rejects. */
    tryAgain: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}

/** What a listed product says now, for a form to change it. Loads nothing until it is needed. */
export function useTexts(id: string, isNeeded: boolean) {
  const { data, error, refresh } = useViewerData(
    isNeeded ? ['texts', id] : null,
    () => call(findTextsCall, { params: { id } }),
    // A reload would replace what is typed in the form.
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  return {
    found: data,
    error,
    refresh,
  };
}
