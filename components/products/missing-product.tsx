import { NotFound, notFoundTitle } from '@/components/layout/not-found';
import { Page } from '@/components/layout/page';
import { MissingPart } from '@/components/ui/missing-part';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useLazyPart } from '@/hooks/use-lazy-component';
import { useSessionToken } from '@/hooks/use-user';
import { t } from '@/lib/texts/texts';

const loadHiddenProduct = async () => (await import('./hidden-product')).HiddenProduct;

/**
 * The page of a slug that leads to no public product. Its HTML says "not found" to everyone, and to members that it is
 * not known yet: a signed-in browser asks for a pending or rejected product, which its submitter and the moderators may
 * see.
 */
export function MissingProduct({ slug }: { slug: string }) {
  const token = useSessionToken();
  const { Component, isMissing, retry } = useLazyPart(loadHiddenProduct, Boolean(token));
  const notFound = (
    <Page title={notFoundTitle()}>
      {/* In the HTML, for visitors alone: see EARLY_SCRIPT. */}
      <div className={token === undefined ? 'visitors-only' : undefined}>
        <NotFound />
      </div>
    </Page>
  );
  const unknown = (
    <Page title={t('page.loading', 'Loading …' /* in place of a page or a list */)}>
      {isMissing ? (
        <MissingPart onRetry={retry}>
          {t('page.notLoaded', "This page couldn't be loaded. Check your connection and try again.")}
        </MissingPart>
      ) : (
        <div className="grid place-items-center py-20">
          <VisuallyHidden live>
            {t('page.loading', 'Loading …' /* in place of a page or a list */)}
          </VisuallyHidden>
          <Spinner />
        </div>
      )}
    </Page>
  );
  if (!token) return notFound;
  return Component ? <Component slug={slug} notFound={notFound} unknown={unknown} /> : unknown;
}
