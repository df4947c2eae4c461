import { createHash } from 'node:crypto';
import { slugify } from './slug';

/** The slug that is wanted, if there is one. */
type Named = { slug?: string | undefined; name: string; url: string; canonicalURL: string };

const SUFFIX_MAX = 9;

/** Lists the slugs that a product may get, best first: the wanted one, the name, the name with a number, the name with a hash of the URL. */
export function slugCandidates({ slug, name, url, canonicalURL }: Named): string[] {
  const base = slugify(name) || slugify(new URL(url).hostname.replace(/^www\./, '')) || 'product';
  const numbered = Array.from({ length: SUFFIX_MAX - 1 }, (_, index) => `${base}-${index + 2}`);
  const digest = createHash('sha256').update(canonicalURL).digest('hex').slice(0, 12);
  return [...(slug === undefined ? [] : [slug]), base, ...numbered, `${base}-${digest}`];
}

/** Assigns each product its best slug that is neither taken nor assigned to an earlier product of the list. */
export function assignSlugs<T extends Named>(
  products: readonly T[],
  taken: ReadonlySet<string>,
): (T & { slug: string })[] {
  const used = new Set(taken);
  return products.map((product) => {
    const candidates = slugCandidates(product);
    const slug =
      candidates.find((candidate) => !used.has(candidate)) ?? `${candidates.at(-1) ?? ''}-${used.size}`;
    used.add(slug);
    return { ...product, slug };
  });
}
