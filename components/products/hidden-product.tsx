import type { ReactNode } from 'react';
import { useViewerData } from '@/hooks/use-viewer-data';
import { Page } from '@/components/layout/page';
import { FailedState } from '@/components/ui/empty-state';
import { findProductCall, type Product } from '@/lib/contract/product';
import { ProductArticle } from './product-article';
import { ApiFailure, call } from '@/lib/api/http';
import { useSessionToken } from '@/hooks/use-user';
import { t } from '@/lib/texts/texts';

type HiddenProductProps = { slug: string; notFound: ReactNode; unknown: ReactNode };

/** A pending or rejected product, for its submitter and for moderators. Loaded as a separate chunk, because few viewers need it. */
export function HiddenProduct({ slug, notFound, unknown }: HiddenProductProps) {
  const { product, isLoading, failure, tryAgain } = useHiddenProduct(slug);
  if (!product && failure) {
    return (
      <Page title={t('hiddenProduct.notLoaded', "We couldn't load this page")}>
        <FailedState
          title={t('hiddenProduct.notLoaded', "We couldn't load this page")}
          onRetry={() => void tryAgain()}
        >
          {failure.message}
        </FailedState>
      </Page>
    );
  }
  if (!product) return isLoading ? unknown : notFound;
  return (
    <Page title={product.name}>
      <p role="note" className="mb-6 rounded-card border border-line bg-tint p-5">
        {stateOf(product)}
      </p>
      <ProductArticle key={product.id} product={product} />
    </Page>
  );
}

function stateOf({ status, rejectionReason }: Product): string {
  if (status === 'approved')
    return t(
      'hiddenProduct.justApproved',
      'This {noun} has just been approved. Reload the page to see it live.',
    );
  if (status === 'pending')
    return t(
      'hiddenProduct.pending',
      'This {noun} is waiting for a moderator. Only its submitter and moderators can see this page.',
    );
  return rejectionReason
    ? t(
        'hiddenProduct.rejectedBecause',
        'This {noun} was rejected: “{reason}” Only its submitter and moderators can see this page.',
        { reason: rejectionReason },
      )
    : t(
        'hiddenProduct.rejected',
        'This {noun} was rejected. Only its submitter and moderators can see this page.',
      );
}

/** A product that is not public, loaded with the viewer's session. */
function useHiddenProduct(slug: string) {
  const token = useSessionToken();
  const { data, error, isLoading, refresh } = useViewerData(['hidden-product', slug], () =>
    findAtPresentSlug(slug, token ?? undefined),
  );
  return {
    /** Undefined until it is there, and for everyone who may not see it. */
    product: data,
    /** Whether it is not known yet if there is such a product. */
    isLoading,
    /** Why it is still not known. */
    failure: error?.code === 'not_found' ? undefined : error,
    tryAgain: refresh,
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
