import { isDeepStrictEqual } from 'node:util';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import type { ImportDraft } from '@/server/import/import-draft';
import type { ImportedProduct, ImportedTexts } from '@/server/queries/products/imported-products';
import { slugify } from '@/server/text/slug';
import { type Text, text } from '@/lib/texts/texts';

type ImportedValues = NonNullable<ImportDraft['values']>;

export type Change = {
  id: string;
  canonicalURL: string;
  text: ImportDraft | undefined;
  before: ImportedTexts;
  tags: string[];
  position: number;
  values: ImportedValues;
};

/** The changes of a draft to a listed product; undefined without any. */
export function changeOf(draft: ImportDraft, listed: ImportedProduct | undefined): Change | undefined {
  if (listed?.status !== 'approved' || listed.submitterId !== null) return undefined;
  const { id, canonicalURL, name, tagline, description } = listed;
  const room = Math.max(0, PRODUCT_LIMITS.tagsMax - listed.tagSlugs.length);
  const tags = draft.tags.filter((tag) => !listed.tagSlugs.includes(slugify(tag))).slice(0, room);
  const text = listed.textsOf === null && hasOtherTexts(draft, listed) ? draft : undefined;
  const values = draft.isRepeat ? {} : newValues(draft.values ?? {}, listed.values);
  return text || tags.length > 0 || Object.keys(values).length > 0
    ? {
        ...{ id, canonicalURL, text, before: { name, tagline, description } },
        ...{ tags, position: listed.tagSlugs.length, values },
      }
    : undefined;
}

const hasOtherTexts = (draft: ImportDraft, listed: ImportedTexts): boolean =>
  !draft.isRepeat &&
  draft.hasOwnTagline &&
  (['name', 'tagline', 'description'] as const).some((part) => listed[part] !== draft[part]);

/** Why the texts of a draft are left out; undefined when nothing is. */
export function reasonToKeepTexts(draft: ImportDraft, listed: ImportedProduct | undefined): Text | undefined {
  if (!listed?.textsOf || listed.submitterId !== null || !hasOtherTexts(draft, listed)) return undefined;
  return listed.textsOf === 'owner'
    ? text('import.ownerVerified', 'Its texts stay as they are: the owner of its site is verified.')
    : text('import.editedHere', 'Its texts stay as they are: they were edited here.');
}

/** An import fills gaps and replaces what an import said before, but never what a person said. */
const newValues = (given: ImportedValues, stored: ImportedProduct['values']): ImportedValues =>
  Object.fromEntries(
    Object.entries(given).filter(([key, value]) => {
      const present = stored[key];
      return !present || (present.source === 'import' && !isDeepStrictEqual(present.value, value));
    }),
  );

/** The drafts by their URL. Of several with one URL, the first, with the tags of all. */
export function mergeByURL(drafts: readonly ImportDraft[]): Map<string, ImportDraft> {
  const byURL = new Map<string, ImportDraft>();
  for (const draft of drafts) {
    const first = byURL.get(draft.canonicalURL);
    byURL.set(draft.canonicalURL, first ? { ...first, tags: unionOfTags(first.tags, draft.tags) } : draft);
  }
  return byURL;
}

/** The draft with the present names of its tags: several names may lead to one tag. */
export function renameTags(draft: ImportDraft, names: ReadonlyMap<string, string>): ImportDraft {
  if (!draft.tags.some((tag) => names.has(slugify(tag)))) return draft;
  const tags = draft.tags
    .map((tag) => names.get(slugify(tag)) ?? tag)
    .reduce<string[]>((union, tag) => unionOfTags(union, [tag]), []);
  return { ...draft, tags };
}

function unionOfTags(own: readonly string[], more: readonly string[]): string[] {
  const slugs = new Set(own.map(slugify));
  return [...own, ...more.filter((tag) => !slugs.has(slugify(tag)))].slice(0, PRODUCT_LIMITS.tagsMax);
}
