import type { ReactNode } from 'react';
import { Page } from '@/components/layout/page';
import { FailedState } from '@/components/ui/failed-state';
import { useHiddenProduct } from '@/hooks/use-hidden-product';
import type { Product } from '@/lib/contract/product';
import { site } from '@/lib/site';
import { ProductArticle } from './product-article';

type HiddenProductProps = { slug: string; notFound: ReactNode; unknown: ReactNode };

/** A pending or rejected product, for its submitter and for moderators. Loaded as a separate chunk, because few viewers need it. */
export function HiddenProduct({ slug, notFound, unknown }: HiddenProductProps) {
  const { product, isLoading, failure, tryAgain } = useHiddenProduct(slug);
  if (!product && failure) {
    return (
      <Page title="We couldn't load this page">
        <FailedState title="We couldn't load this page" onRetry={() => void tryAgain()}>
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
    return `This ${site.noun} has just been approved. Reload the page to see it live.`;
  const audience = 'Only its submitter and moderators can see this page.';
  return status === 'pending'
    ? `This ${site.noun} is waiting for a moderator. ${audience}`
    : `This ${site.noun} was rejected${rejectionReason ? `: “${rejectionReason}”` : '.'} ${audience}`;
}
