import type { Deps } from '@/server/deps';
import type { ImportDraft } from '@/server/import/import-draft';
import { isSameEntry, partURL } from '@/server/import/repeats';
import { listLinksByCanonicalURL } from '@/server/queries/products/imported-products';
import { canonicalURL } from '@/server/web/canonical-url';

/**
 * Tells parts of a page, `#part`, from what an earlier import has listed for the page: a draft whose name and part are
 * both others gets a canonical URL of its own, and one that has such a product leads to it.
 *
 * @returns the drafts in their order; those whose canonical URL is another are copies.
 */
export async function separateParts(db: Deps['db'], drafts: readonly ImportDraft[]): Promise<ImportDraft[]> {
  const wanted = drafts.map((draft) => {
    const page = canonicalURL(draft.url) ?? draft.canonicalURL;
    return { draft, page, part: partURL(page, draft.url) };
  });
  const rows = await listLinksByCanonicalURL(db, [
    ...new Set(wanted.flatMap(({ page, part }) => [page, part])),
  ]);
  const listed = new Map(rows.map((row) => [row.canonicalURL, row]));
  const moved = new Map<string, string>();
  return wanted.map(({ draft, page, part }) => {
    const ofPage = listed.get(page);
    const ofPart = listed.get(part);
    // What moderators have decided about a page holds for its parts.
    const isOther = ofPage?.status === 'approved' && !isSameEntry(draft, ofPage);
    const found =
      ofPart && isSameEntry(draft, ofPart)
        ? part
        : isOther
          ? part
          : ofPage && isSameEntry(draft, ofPage)
            ? page
            : draft.canonicalURL;
    const target = draft.isRepeat ? (moved.get(draft.canonicalURL) ?? found) : found;
    if (!draft.isRepeat) moved.set(draft.canonicalURL, target);
    return target === draft.canonicalURL ? draft : { ...draft, canonicalURL: target };
  });
}
