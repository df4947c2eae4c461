import type { Submission } from '@/lib/contract/submission';
import type { FoundCheck } from '@/server/commands/submissions/judge-rules';
import type { Deps } from '@/server/deps';
import { requireStandingNow } from '@/server/commands/account/require-standing';
import type { Viewer } from '@/server/policies/viewer';
import { insertObservations } from '@/server/queries/products/gate';
import { replaceProductValues, type StoredValue } from '@/server/queries/products/product-values';
import { insertVersions } from '@/server/queries/edits/product-versions';
import {
  insertPendingProduct,
  deleteProductSlug,
  insertProductSlug,
  listTakenSlugs,
  type LockedProduct,
  lockSlugChoice,
  lockSlugHolder,
  updateProduct,
} from '@/server/queries/products/product-rows';
import { replaceProductTags } from '@/server/queries/products/tags';
import { namesOfTags, upsertTags } from '@/server/queries/tags/tag-names';
import { storeTagSpellings } from '@/server/queries/tags/tag-spellings';
import { insertDeliveries } from '@/server/queries/webhooks';
import { retryConflicts } from '@/server/queries/write-conflict';
import { slugCandidates, slugify } from '@/server/text/slug';
import { findBrand } from '@/server/tiles/brands';
import { changeValues } from '@/server/commands/edits/values';
import { requireRoom } from './check-rules';
import { describeQueueEntry } from '@/server/commands/decisions/queue-entry';
import { requireListableURL, requireExistingHost } from './require-listable-url';
import { releaseWithdrawn, requireUnlistedURL } from './duplicates';
import { updateTerms } from '@/server/commands/products/update-terms';
import { requireUsableImage } from '@/server/commands/images/require-usable-image';

type SubmitDeps = Pick<Deps, 'db' | 'env' | 'now' | 'resolveHost' | 'textWorkers'>;

/**
 * Submits a product for review.
 *
 * @param checks what the site's rules said of it, for the moderators.
 * @returns its id.
 * @throws ApiError `bad_request` for a URL that cannot be listed, an image that cannot be used or a description that
 *   cannot be formatted; `conflict` with the product that has the URL; `forbidden` when too many submissions of the
 *   member wait or are from one domain, after a rejection, and when the viewer may not act any more.
 */
export async function submitProduct(
  deps: SubmitDeps,
  viewer: Viewer,
  submission: Submission,
  checks: readonly FoundCheck[] = [],
): Promise<string> {
  const canonicalURL = requireListableURL(deps, submission.url);
  await requireUnlistedURL(deps, viewer, canonicalURL);
  await requireExistingHost(deps, submission.url);
  const descriptionHTML = await deps.textWorkers.renderMarkdown(submission.description, viewer.userId);
  const values = changeValues(deps.env.fields, [], submission.fields, {
    source: 'submitter',
    fromPage: submission.fieldsFromPage,
    checkedAt: deps.now(),
    isComplete: true,
  });
  const texts = { ...submission, canonicalURL, descriptionHTML, values, checks };
  return retryConflicts(() => submitOnce(deps, viewer, texts), ['slug']);
}

type PreparedSubmission = Submission & {
  canonicalURL: string;
  descriptionHTML: string;
  values: StoredValue[];
  checks: readonly FoundCheck[];
};

async function submitOnce(
  { db, env, now }: Pick<SubmitDeps, 'db' | 'env' | 'now'>,
  viewer: Viewer,
  {
    tags,
    iconURL,
    screenshotURL,
    imageURL,
    fields: _,
    fieldsFromPage: __,
    values,
    checks,
    isMaker: ___,
    ...texts
  }: PreparedSubmission,
): Promise<string> {
  return db.transaction(async (tx) => {
    const createdAt = now();
    // Several may be sent at the same moment, and the member may have been banned while the host was looked up.
    await requireRoom({ db: tx, env, now }, viewer, texts.url);
    await requireStandingNow({ db: tx, now }, viewer);
    const screenshotId = await requireUsableImage({ db: tx, now }, viewer, {
      field: 'screenshotURL',
      url: screenshotURL ?? imageURL ?? null,
    });
    const iconId = await requireUsableImage({ db: tx, now }, viewer, { field: 'iconURL', url: iconURL });
    const slug = await chooseSlug(tx, texts);
    await releaseWithdrawn({ db: tx, now }, texts.canonicalURL);
    const id = await insertPendingProduct(tx, {
      ...texts,
      slug,
      screenshotId,
      iconId,
      brandSlug: (await findBrand(texts)) ?? null,
      submitterId: viewer.userId,
      createdAt,
    });
    if (id === undefined) {
      await requireUnlistedURL({ db: tx, env, now }, viewer, texts.canonicalURL);
      throw new Error('The product with the same URL no longer exists');
    }
    await insertProductSlug(tx, { slug, productId: id, createdAt });
    await replaceProductTags(tx, id, await findTagIds(tx, id, tags));
    await replaceProductValues(tx, id, values);
    await updateTerms(tx, env.fields, [id]);
    await insertDeliveries(tx, { event: 'product.submitted', productId: id, now: createdAt });
    await describeQueueEntry({ db: tx, now }, id, texts);
    await insertObservations(
      tx,
      checks.map(({ rule, outcome, sentence }) => ({
        productId: id,
        rule,
        outcome,
        sentence,
        observedAt: createdAt,
      })),
    );
    await insertVersions(tx, [id], { kind: 'submitted', memberId: viewer.userId, at: createdAt });
    return id;
  });
}

/** The best slug for a name that no other product has or had. Call it in the transaction that inserts the slug. */
export async function chooseSlug(
  db: Deps['db'],
  named: { name: string; url: string; canonicalURL: string },
  ownId?: string,
): Promise<string> {
  const candidates = slugCandidates(named);
  await lockSlugChoice(db, candidates[0] ?? '');
  const taken = await listTakenSlugs(db, candidates, ownId);
  const slug = candidates.find((candidate) => !taken.has(candidate));
  if (slug === undefined) throw new Error(`Every slug for ${named.canonicalURL} is taken`);
  return slug;
}

/**
 * Gives a locked product, which becomes public for the first time, its best slug that no other product has or had in public. A
 * product that was never public gives its slug up. Call it in the transaction of the approval.
 */
export async function takePublicSlug(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  product: LockedProduct,
): Promise<void> {
  const { id, slug: presentSlug } = product;
  const candidates = listSlugs(product);
  await lockSlugChoice(db, candidates[0] ?? '');
  for (const slug of candidates) {
    if (slug === presentSlug) return;
    const holder = await lockSlugHolder(db, slug);
    const isOfOther = holder !== undefined && holder.id !== id;
    if (isOfOther && holder.approvedAt !== null) continue;
    if (isOfOther) await giveUpSlug({ db, now }, holder, slug);
    await insertProductSlug(db, { slug, productId: id, createdAt: now() });
    await updateProduct(db, id, { slug, updatedAt: now() });
    return;
  }
}

/** Of a product that may have given its canonical URL back. */
const listSlugs = ({ name, url, canonicalURL }: LockedProduct) =>
  slugCandidates({ name, url, canonicalURL: canonicalURL ?? url });

async function giveUpSlug(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  holder: LockedProduct,
  slug: string,
): Promise<void> {
  const candidates = listSlugs(holder).filter((candidate) => candidate !== slug);
  const taken = await listTakenSlugs(db, candidates, holder.id);
  const other = candidates.find((candidate) => !taken.has(candidate));
  if (other === undefined) throw new Error(`Every slug for ${holder.url} is taken`);
  await deleteProductSlug(db, { slug, productId: holder.id });
  if (holder.slug !== slug) return;
  await insertProductSlug(db, { slug: other, productId: holder.id, createdAt: now() });
  await updateProduct(db, holder.id, { slug: other, updatedAt: holder.updatedAt });
}

/** The ids of the tags that these names of a product lead to, in the same order. Creates missing tags. */
export async function findTagIds(
  db: Deps['db'],
  productId: string,
  names: readonly string[],
): Promise<string[]> {
  const named = new Map(names.map((name) => [slugify(name), name]));
  const ids = await upsertTags(db, named);
  await storeTagSpellings(db, productId, namesOfTags(ids, named));
  return [...new Set([...named.keys()].flatMap((slug) => ids.get(slug) ?? []))];
}
