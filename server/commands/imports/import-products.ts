import type { Deps } from '@/server/deps';
import { ApiError } from '@/server/base/errors';
import type { StoredText } from '@/server/base/stored-text';
import { nounSlug } from '@/lib/contract/plain/site';
import {
  discardPlans,
  type ImportedProduct,
  listProductsByCanonicalURL,
  lockImports,
} from '@/server/queries/products/imported-products';
import { insertFormerSlugs } from '@/server/queries/products/product-rows';
import { mergeSearchIndex } from '@/server/queries/search/search-documents';
import { listPresentNames } from '@/server/queries/tags/tag-names';
import { refusalOf, retryConflicts, type WriteRefusal } from '@/server/queries/write-conflict';
import type { ImportDraft } from '@/server/import/import-draft';
import { type Change, changeOf, mergeByURL, reasonToKeepTexts, renameTags } from './import-changes';
import { importPace } from './import-pace';
import { type Descriptions, writeImported } from './import-writes';
import { separateParts } from './part-urls';
import { slugify } from '@/server/text/slug';
import { text } from '@/lib/texts/texts';

/** Searches read the new words one by one until they are merged into the index. */
const MERGED_AFTER_URLS = 50;

export type ImportOutcome =
  | { line: number; outcome: 'added' }
  // Has a reason when the texts of the file are not applied.
  | { line: number; outcome: 'updated' | 'listed'; reason?: StoredText }
  | { line: number; outcome: 'skipped'; reason: StoredText };

/** What has become of a draft, and of the product that it adds or changes. */
export type ImportRecord = {
  draft: ImportDraft;
  outcome: ImportOutcome;
  /** Null when there is no such product. */
  productId: string | null;
  /** What changes of the product, and what it said before. Absent for the drafts that change nothing. */
  change?: Change;
  listed?: ImportedProduct;
};

type ImportOptions = {
  isDryRun: boolean;
  /** Called in each transaction at its end. Skipped drafts may be missing. */
  record?: (db: Deps['db'], records: readonly ImportRecord[]) => Promise<void>;
};
type TurnOptions = ImportOptions & { descriptions: Descriptions; names: ReadonlyMap<string, string> };

/**
 * Lists products as approved, with no submitter, in transactions so short that visitors hardly wait for them. When the
 * database refuses a row, each half of a transaction's drafts gets one of its own, until only the drafts with the
 * refused URL are skipped. Any other error ends the import; what earlier transactions stored stays.
 *
 * Safe to repeat. A listed product that was imported before gets the texts of the file, unless it has a verified owner or
 * was edited since, and missing tags. Products that a member submitted or moderators rejected stay unchanged. Of several drafts with the same URL, the first sets the
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
  const rendered = drafts.filter(({ description }) => descriptions.get(description)?.refusal === undefined);
  const importable = await separateParts(deps.db, rendered);
  const givenOf = new Map(importable.map((draft, index) => [draft, rendered[index]]));
  const slugs = new Set(importable.flatMap(({ tags }) => tags.map(slugify)));
  // A tag that is renamed during the import still leads to the same tag.
  const names = await listPresentNames(deps.db, [...slugs]);
  // Drafts with the same URL stay together, because they become one product.
  const urls = [...new Set(importable.map(({ canonicalURL }) => canonicalURL))];
  const outcomes = new Map<ImportDraft, ImportOutcome | undefined>();
  let unmerged = 0;
  while (urls.length > 0) {
    const next = new Set(urls.splice(0, importPace.urlsPerTurn));
    const part = importable.filter(({ canonicalURL }) => next.has(canonicalURL));
    const imported = await importParts(deps, part, {
      descriptions,
      names,
      isDryRun: options.isDryRun,
      record: (db, records) =>
        options.record?.(
          db,
          records.map((each) => ({ ...each, draft: givenOf.get(each.draft) ?? each.draft })),
        ) ?? Promise.resolve(),
    });
    for (const [index, draft] of part.entries()) outcomes.set(givenOf.get(draft) ?? draft, imported[index]);
    unmerged += next.size;
    if (!options.isDryRun && (unmerged >= MERGED_AFTER_URLS || urls.length === 0)) {
      await mergeSearchIndex(deps.db);
      unmerged = 0;
    }
    if (urls.length > 0) await importPace.pause();
  }
  return drafts.map((draft): ImportOutcome => {
    const reason = descriptions.get(draft.description)?.refusal ?? '';
    return outcomes.get(draft) ?? { line: draft.line, outcome: 'skipped', reason };
  });
}

/** Renders one description at a time, so that those of visitors need not wait for the whole batch. */
async function renderDescriptions(
  textWorkers: Deps['textWorkers'],
  drafts: readonly ImportDraft[],
): Promise<Descriptions> {
  const descriptions = new Map<string, { html: string; refusal?: StoredText }>();
  for (const description of new Set(drafts.map((draft) => draft.description))) {
    try {
      const html = await textWorkers.renderMarkdown(description);
      descriptions.set(description, { html });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'bad_request') throw error;
      descriptions.set(description, { html: '', refusal: error.text });
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
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    const urls = [...new Set(drafts.map(({ canonicalURL }) => canonicalURL))];
    if (urls.length < 2)
      return drafts.map(({ line }) => ({ line, outcome: 'skipped', reason: textOfRefusal(refusal) }));
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
  { isDryRun, record, descriptions, names }: TurnOptions,
): Promise<ImportOutcome[]> {
  const urls = new Set(drafts.map(({ canonicalURL }) => canonicalURL));
  const firsts = new Set(new Map(drafts.toReversed().map((draft) => [draft.canonicalURL, draft])).values());
  return importPace.measure(db, urls.size, async (tx) => {
    if (!isDryRun) await lockImports(tx);
    if (importPace.takeNewPlans()) await discardPlans(tx);
    const listed = new Map(
      (await listProductsByCanonicalURL(tx, [...urls])).map((row) => [row.canonicalURL, row]),
    );
    const wanted = mergeByURL(drafts.map((draft) => renameTags(draft, names)));
    const missing = [...wanted.values()].filter((draft) => !listed.has(draft.canonicalURL));
    const changes = [...wanted.values()].flatMap(
      (draft) => changeOf(draft, listed.get(draft.canonicalURL)) ?? [],
    );
    const added = isDryRun
      ? new Map(missing.map(({ canonicalURL }) => [canonicalURL, null]))
      : await writeImported(tx, missing, changes, { descriptions, fields: env.fields, writtenAt: now() });
    if (!isDryRun) {
      const idOf = (url: string) => {
        const row = listed.get(url);
        return row?.status === 'approved' ? row.id : added.get(url);
      };
      await insertFormerSlugs(
        tx,
        oldPathsOf(drafts, { idOf, noun: nounSlug(env.siteNoun), createdAt: now() }),
      );
    }
    const updated = new Map(changes.map((change) => [change.canonicalURL, change]));

    const outcomes = drafts.map((draft): ImportOutcome => {
      const { line, canonicalURL } = draft;
      const isFirst = firsts.has(draft) && !draft.isRepeat;
      const skipReason = skipReasonOf(listed.get(canonicalURL));
      if (skipReason !== undefined) return { line, outcome: 'skipped', reason: skipReason };
      if (isFirst && added.has(canonicalURL)) return { line, outcome: 'added' };
      const reason = isFirst ? reasonToKeepTexts(draft, listed.get(canonicalURL)) : undefined;
      const outcome = isFirst && updated.has(canonicalURL) ? 'updated' : 'listed';
      return { line, outcome, ...(reason !== undefined && { reason }) };
    });
    await record?.(
      tx,
      drafts.flatMap((draft, index): ImportRecord[] => {
        const { canonicalURL } = draft;
        const outcome = outcomes[index];
        if (!outcome) return [];
        if (outcome.outcome === 'added')
          return [{ draft, outcome, productId: added.get(canonicalURL) ?? null }];
        const change = firsts.has(draft) ? updated.get(canonicalURL) : undefined;
        if (!change) return [{ draft, outcome, productId: null }];
        return [{ draft, outcome, productId: change.id, change, listed: listed.get(canonicalURL) }];
      }),
    );
    return outcomes;
  });
}

type OldPathOptions = {
  idOf: (canonicalURL: string) => string | null | undefined;
  noun: string;
  createdAt: Date;
};

/** The paths of another system, which lead to the pages of products. No slug contains a slash. */
const oldPathsOf = (drafts: readonly ImportDraft[], { idOf, noun, createdAt }: OldPathOptions) =>
  drafts.flatMap(({ canonicalURL, oldPaths = [] }) => {
    const productId = idOf(canonicalURL);
    if (!productId) return [];
    return oldPaths.map((path) => {
      const [, first, rest = '', more] = path.split('/');
      // The other system had the same paths for products, so this is a former slug.
      const isSlug = first === noun && more === undefined && rest !== '' && slugify(rest) === rest;
      return { slug: isSlug ? rest : path, productId, createdAt };
    });
  });

function skipReasonOf(listed: ImportedProduct | undefined): StoredText | undefined {
  if (listed?.status === 'removed') return text('import.wasRemoved', 'It was removed from the directory.');
  if (listed?.status === 'discontinued')
    return text('import.isDiscontinued', 'It is listed as discontinued.');
  if (listed?.status === 'rejected')
    return text('import.wasRejected', 'It was submitted before and rejected.');
  return listed?.status === 'pending'
    ? text('import.isPending', 'It was submitted and is waiting for a moderator.')
    : undefined;
}

function textOfRefusal(refusal: WriteRefusal): StoredText {
  if (refusal.kind === 'rule')
    return text('import.refusedByRule', 'The database refused it: it breaks the rule {rule}.', {
      rule: refusal.constraint,
    });
  return refusal.kind === 'size'
    ? text('import.refusedSize', 'It is too large for the database.')
    : text('import.refusedCharacter', 'It contains a character that the database cannot store.');
}
