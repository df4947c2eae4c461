import useSWR from 'swr';
import { ApiFailure, call } from '@/lib/api/http';
import { findProductCall, type Product } from '@/lib/contract/product';
import { useSessionToken } from './use-session-token';

/** A product that is not public, loaded with the viewer's session. */
export function useHiddenProduct(slug: string) {
  const token = useSessionToken();
  const { data, error, isLoading, mutate } = useSWR<Product, ApiFailure>(
    token ? [token, 'hidden-product', slug] : null,
    () => findAtPresentSlug(slug, token ?? undefined),
  );
  return {
    /** Undefined until it is there, and for everyone who may not see it. */
    product: token ? data : undefined,
    /** Whether it is not known yet if there is such a product. */
    isLoading: Boolean(token) && isLoading,
    /** Why it is still not known. */
    failure: token && error?.code !== 'not_found' ? error : undefined,
    /** Never rejects. */
    tryAgain: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}

async function findAtPresentSlug(slug: string, accessToken: string | undefined): Promise<Product> {
  try {
    return (await call(findProductCall, { params: { slug }, accessToken })).product;
  } catch (error) {
    const movedTo = error instanceof ApiFailure ? error.fields.movedTo : undefined;
    if (movedTo === undefined) throw error;
    return (await call(findProductCall, { params: { slug: movedTo }, accessToken })).product;
  }
}
