import type { Deps } from '@/server/deps';
import type { StoredText } from '@/server/base/stored-text';
import type { Field } from '@/server/fields/field';
import type { ImportDraft } from '@/server/import/import-draft';
import {
  insertApprovedProducts,
  updateUnsubmittedProducts,
} from '@/server/queries/products/imported-products';
import { upsertImportedValues } from '@/server/queries/products/product-values';
import { insertFirstVersions, insertVersions } from '@/server/queries/edits/product-versions';
import { listTakenSlugs } from '@/server/queries/products/product-rows';
import { insertTagsOfApprovedProducts } from '@/server/queries/products/tags';
import { writeSearchDocuments } from '@/server/queries/search/search-documents';
import { namesOfTags, upsertTags } from '@/server/queries/tags/tag-names';
import { nameUnnamedTags } from '@/server/queries/tags/tag-spellings';
import { assignSlugs, slugCandidates, slugify } from '@/server/text/slug';
import { findBrand } from '@/server/tiles/brands';
import type { Change } from './import-changes';
import { updateTerms } from '@/server/commands/products/update-terms';

/** The HTML of each description, or the reason why there is none. */
export type Descriptions = ReadonlyMap<string, { html: string; refusal?: StoredText }>;

/** The date that the source gives. A date in the future would keep the product at the top. */
const earlierOf = (listedAt: string | undefined, now: Date): Date =>
  listedAt !== undefined && new Date(listedAt) < now ? new Date(listedAt) : now;

/** @returns the ids of the added products by their canonical URL. */
export async function writeImported(
  db: Deps['db'],
  missing: readonly ImportDraft[],
  changes: readonly Change[],
  {
    descriptions,
    fields,
    writtenAt,
  }: { descriptions: Descriptions; fields: readonly Field[]; writtenAt: Date },
): Promise<Map<string, string>> {
  const taken = await listTakenSlugs(db, [...new Set(missing.flatMap(slugCandidates))]);
  const rows = await Promise.all(
    assignSlugs(missing, taken).map(
      async ({ slug, name, tagline, description, url, canonicalURL, listedAt }) => ({
        ...{ slug, name, tagline, description, url, canonicalURL },
        descriptionHTML: descriptions.get(description)?.html ?? '',
        approvedAt: earlierOf(listedAt, writtenAt),
        brandSlug: (await findBrand({ name, url })) ?? null,
      }),
    ),
  );
  const inserted = await insertApprovedProducts(db, rows, writtenAt);
  const idOf = new Map(inserted.map(({ id, canonicalURL }) => [canonicalURL, id]));

  const texts = changes.flatMap(({ id, text, before }) => {
    if (!text) return [];
    const { name, tagline, description } = text;
    const descriptionHTML = descriptions.get(description)?.html ?? '';
    return [{ id, name, tagline, description, descriptionHTML, before }];
  });
  const changedIds = changes.map(({ id }) => id);
  await insertFirstVersions(db, changedIds);
  await updateUnsubmittedProducts(db, texts, writtenAt);

  const tagged = [
    ...missing.map(({ canonicalURL, tags }) => ({ id: idOf.get(canonicalURL), tags, position: 0 })),
    ...changes.map(({ id, tags, position }) => ({ id, tags, position })),
  ];
  const named = new Map(tagged.flatMap(({ tags }) => tags.map((tag) => [slugify(tag), tag])));
  const tagIds = await upsertTags(db, named);
  await nameUnnamedTags(db, namesOfTags(tagIds, named));
  const productTags = tagged.flatMap(({ id, tags, position }) =>
    tags.flatMap((tag, index) => {
      const tagId = tagIds.get(slugify(tag));
      return id === undefined || tagId === undefined
        ? []
        : [{ productId: id, tagId, position: position + index }];
    }),
  );
  await insertTagsOfApprovedProducts(db, productTags);
  const valued = [
    ...missing.map(({ canonicalURL, values }) => ({ id: idOf.get(canonicalURL), values })),
    ...changes,
  ];
  await upsertImportedValues(
    db,
    valued.flatMap(({ id, values }) =>
      Object.entries(values ?? {}).flatMap(([field, value]) =>
        id === undefined ? [] : [{ productId: id, field, value }],
      ),
    ),
    writtenAt,
  );
  // Products without values have no terms, and need no row that says so.
  const valuedIds = valued.flatMap(({ id, values }) =>
    id !== undefined && Object.keys(values ?? {}).length > 0 ? id : [],
  );
  await updateTerms(db, fields, valuedIds);
  await insertVersions(db, changedIds, { kind: 'imported', memberId: null, at: writtenAt });
  await writeSearchDocuments(db, fields, [...idOf.values(), ...changedIds]);
  return idOf;
}
