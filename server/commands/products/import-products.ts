import type { Deps } from '@/server/deps';
import type { Field } from '@/server/fields/field';
import { ApiError } from '@/server/errors';
import {
  discardPlans,
  type ImportedProduct,
  insertApprovedProducts,
  listProductsByCanonicalURL,
  lockImports,
  updateUnsubmittedProducts,
} from '@/server/queries/products/imported-products';
import { upsertImportedValues } from '@/server/queries/products/product-values';
import { insertFirstVersions, insertVersions } from '@/server/queries/products/product-versions';
import { listTakenSlugs } from '@/server/queries/products/product-slugs';
import { insertTagsOfApprovedProducts, upsertTags } from '@/server/queries/products/tags';
import { mergeSearchIndex, writeSearchDocuments } from '@/server/queries/search/search-documents';
import { refusalOf } from '@/server/queries/refused-row';
import { retryConflicts } from '@/server/queries/write-conflict';
import type { ImportDraft } from '@/server/import/import-draft';
import { type Change, changeOf, mergeByURL } from './import-changes';
import { importPace } from './import-pace';
import { updateTerms } from './update-terms';
import { assignSlugs, slugCandidates } from '@/server/text/product-slugs';
import { findBrand } from '@/server/tiles/brands';
import { slugify } from '@/server/text/slug';

/** Searches read the new words one by one until they are merged into the index. */
const MERGED_AFTER_URLS = 50;

export type ImportOutcome =
  | { line: number; outcome: 'added' | 'updated' | 'listed' }
  | { line: number; outcome: 'skipped'; reason: string };

type ImportOptions = { isDryRun: boolean };
type TurnOptions = ImportOptions & { descriptions: Descriptions; isFirst: boolean };

/**
 * Lists products as approved, with no submitter, in transactions so short that visitors hardly wait for them. When the
 * database refuses a row, each half of a transaction's drafts gets one of its own, until only the drafts with the
 * refused URL are skipped. Any other error ends the import; what earlier transactions stored stays.
 *
 * Safe to repeat. A listed product that was imported before gets the texts of the file and missing tags. Products that
 * a member submitted or moderators rejected stay unchanged. Of several drafts with the same URL, the first sets the
 * texts and the others only add tags.
 *
 * @returns the outcome of each draft, in the same order.
 */
export async function importProducts(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'textWorkers'>,
  drafts: readonly ImportDraft[],
  options: ImportOptions,
): Promise<ImportOutcome[]> {
  const descriptions = await renderDescriptions(deps.textWorkers, drafts);
  const importable = drafts.filter(({ description }) => descriptions.get(description)?.isRefused === false);
  // Drafts with the same URL stay together, because they become one product.
  const urls = [...new Set(importable.map(({ canonicalURL }) => canonicalURL))];
  const outcomes = new Map<ImportDraft, ImportOutcome | undefined>();
  let unmerged = 0;
  while (urls.length > 0) {
    const next = new Set(urls.splice(0, importPace.urlsPerTurn));
    const part = importable.filter(({ canonicalURL }) => next.has(canonicalURL));
    const imported = await importParts(deps, part, {
      descriptions,
      isFirst: outcomes.size === 0,
      ...options,
    });
    for (const [index, draft] of part.entries()) outcomes.set(draft, imported[index]);
    unmerged += next.size;
    if (!options.isDryRun && (unmerged >= MERGED_AFTER_URLS || urls.length === 0)) {
      await mergeSearchIndex(deps.db);
      unmerged = 0;
    }
    if (urls.length > 0) await importPace.pause();
  }
  return drafts.map((draft): ImportOutcome => {
    const reason = descriptions.get(draft.description)?.text ?? '';
    return outcomes.get(draft) ?? { line: draft.line, outcome: 'skipped', reason };
  });
}

/** The HTML of each description, or the reason why there is none. */
type Descriptions = ReadonlyMap<string, { isRefused: boolean; text: string }>;

/** Renders one description at a time, so that those of visitors need not wait for the whole batch. */
async function renderDescriptions(
  textWorkers: Deps['textWorkers'],
  drafts: readonly ImportDraft[],
): Promise<Descriptions> {
  const descriptions = new Map<string, { isRefused: boolean; text: string }>();
  for (const description of new Set(drafts.map((draft) => draft.description))) {
    try {
      const text = await textWorkers.renderMarkdown(description);
      descriptions.set(description, { isRefused: false, text });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bad_request') throw error;
      descriptions.set(description, { isRefused: true, text: error.message });
    }
  }
  return descriptions;
}

/** Imports all drafts in one transaction or, when the database refuses a row, each half in its own. */
async function importParts(
  deps: Pick<Deps, 'db' | 'env' | 'now'>,
  drafts: readonly ImportDraft[],
  options: TurnOptions,
): Promise<ImportOutcome[]> {
  try {
    return await retryConflicts(() => importOnce(deps, drafts, options), ['slug', 'slugHistory']);
  } catch (error) {
    const reason = refusalOf(error);
    if (reason === undefined) throw error;
    const urls = [...new Set(drafts.map(({ canonicalURL }) => canonicalURL))];
    if (urls.length < 2) return drafts.map(({ line }) => ({ line, outcome: 'skipped', reason }));
    const early = new Set(urls.slice(0, urls.length / 2));
    const isEarly = ({ canonicalURL }: ImportDraft) => early.has(canonicalURL);
    const importHalf = (half: ImportDraft[]) => importParts(deps, half, options);
    const first = await importHalf(drafts.filter(isEarly));
    const second = await importHalf(drafts.filter((draft) => !isEarly(draft)));
    return drafts.flatMap((draft) => (isEarly(draft) ? first : second).shift() ?? []);
  }
}

async function importOnce(
  { db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>,
  drafts: readonly ImportDraft[],
  { isDryRun, descriptions, isFirst }: TurnOptions,
): Promise<ImportOutcome[]> {
  const wanted = mergeByURL(drafts);
  const firsts = new Set(new Map(drafts.toReversed().map((draft) => [draft.canonicalURL, draft])).values());
  return importPace.measure(db, wanted.size, async (tx) => {
    if (!isDryRun) await lockImports(tx);
    if (isFirst) await discardPlans(tx);
    const listed = new Map(
      (await listProductsByCanonicalURL(tx, [...wanted.keys()])).map((row) => [row.canonicalURL, row]),
    );
    const missing = [...wanted.values()].filter((draft) => !listed.has(draft.canonicalURL));
    const changes = [...wanted.values()].flatMap(
      (draft) => changeOf(draft, listed.get(draft.canonicalURL)) ?? [],
    );
    const added = isDryRun
      ? new Set(missing.map(({ canonicalURL }) => canonicalURL))
      : await write(tx, missing, changes, { descriptions, fields: env.fields, writtenAt: now() });
    const updated = new Set(changes.map(({ canonicalURL }) => canonicalURL));

    return drafts.map((draft): ImportOutcome => {
      const { line, canonicalURL } = draft;
      const isFirst = firsts.has(draft) && !draft.isRepeat;
      const skipReason = skipReasonOf(listed.get(canonicalURL));
      if (skipReason !== undefined) return { line, outcome: 'skipped', reason: skipReason };
      if (isFirst && added.has(canonicalURL)) return { line, outcome: 'added' };
      return { line, outcome: isFirst && updated.has(canonicalURL) ? 'updated' : 'listed' };
    });
  });
}

function skipReasonOf(listed: ImportedProduct | undefined): string | undefined {
  if (listed?.status === 'removed') return 'It was removed from the directory.';
  if (listed?.status === 'discontinued') return 'It is listed as discontinued.';
  if (listed?.status === 'rejected') return 'It was submitted before and rejected.';
  return listed?.status === 'pending' ? 'It was submitted and is waiting for a moderator.' : undefined;
}

/** The date that the source gives. A date in the future would keep the product at the top. */
const earlierOf = (listedAt: string | undefined, now: Date): Date =>
  listedAt !== undefined && new Date(listedAt) < now ? new Date(listedAt) : now;

/** @returns the canonical URLs of the added products. */
async function write(
  db: Deps['db'],
  missing: readonly ImportDraft[],
  changes: readonly Change[],
  {
    descriptions,
    fields,
    writtenAt,
  }: { descriptions: Descriptions; fields: readonly Field[]; writtenAt: Date },
): Promise<Set<string>> {
  const taken = await listTakenSlugs(db, [...new Set(missing.flatMap(slugCandidates))]);
  const rows = await Promise.all(
    assignSlugs(missing, taken).map(
      async ({ slug, name, tagline, description, url, canonicalURL, listedAt }) => ({
        ...{ slug, name, tagline, description, url, canonicalURL },
        descriptionHTML: descriptions.get(description)?.text ?? '',
        approvedAt: earlierOf(listedAt, writtenAt),
        brandSlug: (await findBrand({ name, url })) ?? null,
      }),
    ),
  );
  const inserted = await insertApprovedProducts(db, rows, writtenAt);
  const idOf = new Map(inserted.map(({ id, canonicalURL }) => [canonicalURL, id]));

  const texts = changes.flatMap(({ id, text }) => {
    if (!text) return [];
    const { name, tagline, description } = text;
    return [{ id, name, tagline, description, descriptionHTML: descriptions.get(description)?.text ?? '' }];
  });
  const changedIds = changes.map(({ id }) => id);
  await insertFirstVersions(db, changedIds);
  await updateUnsubmittedProducts(db, texts, writtenAt);

  const tagged = [
    ...missing.map(({ canonicalURL, tags }) => ({ id: idOf.get(canonicalURL), tags, position: 0 })),
    ...changes.map(({ id, tags, position }) => ({ id, tags, position })),
  ];
  const tagIds = await upsertTags(
    db,
    new Map(tagged.flatMap(({ tags }) => tags.map((tag) => [slugify(tag), tag]))),
  );
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
  const valuedIds = valued.flatMap(({ id, values }) => (id !== undefined && values ? id : []));
  await updateTerms(db, fields, valuedIds);
  await insertVersions(db, changedIds, { kind: 'imported', memberId: null, at: writtenAt });
  await writeSearchDocuments(db, fields, [...idOf.values(), ...changedIds]);
  return new Set(idOf.keys());
}
