import { NOT_FOUND_TITLE, NotFound } from '@/components/layout/not-found';
import { Page } from '@/components/layout/page';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { useSessionToken } from '@/hooks/use-session-token';

const loadHiddenProduct = async () => (await import('./hidden-product')).HiddenProduct;

/**
 * The page of a slug that leads to no public product. Its HTML says "not found" to everyone; a signed-in browser then
 * asks for a pending or rejected product, which its submitter and the moderators may see.
 */
export function MissingProduct({ slug }: { slug: string }) {
  const { Component } = useLazyComponent(loadHiddenProduct, useSessionToken() ? 1 : 0);
  const notFound = (
    <Page title={NOT_FOUND_TITLE}>
      <NotFound />
    </Page>
  );
  return Component ? <Component slug={slug} notFound={notFound} /> : notFound;
}
