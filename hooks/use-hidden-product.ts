import useSWR from 'swr';
import { ApiFailure } from '@/lib/api/http';
import { findProduct } from '@/lib/api/products';
import type { Product } from '@/lib/contract/product';
import { useSessionToken } from './use-session-token';

/** A product that is not public, loaded with the viewer's session. Undefined until it is there, and for everyone else. */
export function useHiddenProduct(slug: string) {
  const token = useSessionToken();
  const { data } = useSWR<Product, ApiFailure>(token ? [token, 'hidden-product', slug] : null, () =>
    findAtPresentSlug(slug, token ?? undefined),
  );
  return { product: token ? data : undefined };
}

async function findAtPresentSlug(slug: string, accessToken: string | undefined): Promise<Product> {
  try {
    return await findProduct(slug, accessToken);
  } catch (error) {
    const movedTo = error instanceof ApiFailure ? error.fields.movedTo : undefined;
    if (movedTo === undefined) throw error;
    return findProduct(movedTo, accessToken);
  }
}
