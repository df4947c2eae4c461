import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import type { Deps } from '@/server/deps';
import {
  lockFormerEditURLs,
  lockFormerURLs,
  storeEditURLs,
  storeURLs,
} from '@/server/queries/products/url-rules';
import { inTransaction } from '@/server/queries/write-conflict';
import { canonicalURL } from '@/server/web/canonical-url';
import { identityAtHost } from '@/server/web/host-identity';

type Stored = Awaited<ReturnType<typeof lockFormerURLs>>[number];

/**
 * Computes canonical URLs by the rules of hosts where an earlier build has computed them without. Of several products that are one thing
 * by the rules, the first gets the URL of the thing, and the others keep their own.
 *
 * @returns how many products and edits were looked at.
 */
export const unifyURLs = ({ db }: Pick<Deps, 'db'>, limit: number): Promise<number> =>
  inTransaction(
    db,
    async (tx) => {
      const products = await lockFormerURLs(tx, limit);
      if (products.length > 0) await storeURLs(tx, renewed(products));
      const edits = await lockFormerEditURLs(tx, limit);
      if (edits.length > 0) await storeEditURLs(tx, renewed(edits));
      return products.length + edits.length;
    },
    ['canonicalURL', 'editCanonicalURL'],
  );

/** With null for what stays as it is. */
function renewed(rows: readonly Stored[]): { id: string; canonicalURL: string | null }[] {
  const taken = new Set<string>();
  return rows.map(({ id, url, canonicalURL: former }) => {
    const hasRule = former !== null && canParseURL(url) && identityAtHost(new URL(url)) !== undefined;
    const canonical = hasRule ? canonicalURL(url) : null;
    const isNew = canonical !== null && canonical !== former && !taken.has(canonical);
    if (canonical !== null) taken.add(canonical);
    return { id, canonicalURL: isNew ? canonical : null };
  });
}
