import type { NextPageContext } from 'next';
import { AccountHeader } from '@/components/account/account-header';
import { NOT_FOUND_TITLE, NotFound } from '@/components/layout/not-found';
import { ProductMark } from '@/components/layout/product-mark';
import { ProductScreenshot } from '@/components/layout/product-screenshot';
import { Page } from '@/components/layout/page';
import { AlternativeQueue } from '@/components/moderation/alternative-queue';
import { ModerationQueue } from '@/components/moderation/moderation-queue';
import { FailedState } from '@/components/ui/failed-state';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useFocusAfterSession } from '@/hooks/use-focus-after-session';
import { useHeightWithoutList } from '@/hooks/use-list-place';
import { useUser } from '@/hooks/use-user';
import { version } from '@/package.json';

/**
 * The moderators' page. For everyone else there is no such page: the HTML and its status are the site's 404, and
 * the content for moderators replaces it after the session is loaded.
 */
export default function ModerationPage() {
  const { user, isLoading, error, refresh } = useUser();
  const isModerator = user !== undefined && user.role !== 'member';
  useFocusAfterSession(isModerator);
  useHeightWithoutList(!isModerator && !isLoading);

  if (isModerator) {
    return (
      <Page title="Moderation" isFilledLater>
        <AccountHeader />
        <h1 className="text-xl font-bold">Moderation</h1>
        <div className="mt-2">
          <ModerationQueue
            handle={user.handle}
            image={(product) => (
              <div className="flex flex-col gap-3 self-start">
                <ProductMark product={product} size="page" />
                {product.screenshotURL && (
                  <ProductScreenshot src={product.screenshotURL} sizes="(width >= 48rem) 15rem, 100vw" />
                )}
              </div>
            )}
          />
        </div>
        <AlternativeQueue />
        <p className="mt-12 text-sm text-muted">Sprig {version}</p>
      </Page>
    );
  }
  return (
    <Page title={NOT_FOUND_TITLE} isFilledLater>
      {isLoading && <Loading />}
      {!isLoading && error && (
        <>
          <h1 className="sr-only">Your account</h1>
          <FailedState title="We couldn't check your account" onRetry={() => void refresh()}>
            {error.message}
          </FailedState>
        </>
      )}
      {!isLoading && !error && <NotFound />}
    </Page>
  );
}

/** Reveals neither that the page exists nor that it does not. */
function Loading() {
  return (
    <>
      <noscript>
        <NotFound />
      </noscript>
      <div className="needs-script grid place-items-center py-16">
        <h1 className="sr-only">Loading</h1>
        <VisuallyHidden live>Loading …</VisuallyHidden>
        <Spinner />
      </div>
    </>
  );
}

// Not getServerSideProps: a link to this page would fetch data first and treat the 404 as a failure.
ModerationPage.getInitialProps = ({ res }: NextPageContext) => {
  if (res) res.statusCode = 404;
  // Next reports an empty object as a mistake.
  return { statusCode: 404 };
};
