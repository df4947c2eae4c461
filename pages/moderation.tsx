import type { NextPageContext } from 'next';
import { AccountHeader } from '@/components/account/account-header';
import { NOT_FOUND_TITLE, NotFound } from '@/components/layout/not-found';
import { Page } from '@/components/layout/page';
import { ModerationQueue } from '@/components/moderation/moderation-queue';
import { ProductImage } from '@/components/products/product-image';
import { FailedState } from '@/components/ui/failed-state';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useFocusAfterSession } from '@/hooks/use-focus-after-session';
import { useUser } from '@/hooks/use-user';

/**
 * For everybody but moderators there is no such page. The HTML knows nobody: it is the site's 404, in status and
 * words, and what a moderator sees comes after load.
 */
export default function ModerationPage() {
  const { user, isLoading, error, refresh } = useUser();
  const isModerator = user !== undefined && user.role !== 'member';
  useFocusAfterSession(isModerator);

  if (isModerator) {
    return (
      <Page title="Moderation" isFilledLater>
        <AccountHeader />
        <h1 className="text-2xl font-extrabold sm:text-3xl">Moderation</h1>
        <div className="mt-2">
          <ModerationQueue
            handle={user.handle}
            picture={(product) => (
              <ProductImage
                product={product}
                sizes="(width >= 48rem) 15rem, 100vw"
                className="aspect-[16/10] h-auto w-full self-start rounded-image bg-raised object-cover"
              />
            )}
          />
        </div>
      </Page>
    );
  }
  return (
    <Page title={NOT_FOUND_TITLE} isFilledLater>
      {isLoading && <Waiting />}
      {!isLoading && error && (
        <FailedState title="We could not check who you are" onRetry={() => void refresh()}>
          {error.message}
        </FailedState>
      )}
      {!isLoading && !error && <NotFound />}
    </Page>
  );
}

/** Says nothing yet: neither that there is such a page nor that there is not. */
function Waiting() {
  return (
    <>
      <noscript>
        <NotFound />
      </noscript>
      <div className="needs-script grid place-items-center py-32">
        <VisuallyHidden live>Loading …</VisuallyHidden>
        <Spinner />
      </div>
    </>
  );
}

// Not getServerSideProps, which would make a link to this page fetch data first, and take its 404 for a failure.
ModerationPage.getInitialProps = ({ res }: NextPageContext) => {
  if (res) res.statusCode = 404;
  // Next takes an empty object for a mistake.
  return { statusCode: 404 };
};
