import type { NextPageContext } from 'next';
import { useState } from 'react';
import { type NavigationItem, NavigationStrip } from '@/components/layout/navigation-strip';
import { NotFound, notFoundTitle } from '@/components/layout/not-found';
import { SignInPrompt } from '@/components/layout/member-page';
import { Page } from '@/components/layout/page';
import type { Elements } from '@/components/ui/elements';
import { FailedState } from '@/components/ui/empty-state';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useFocusAfterSession } from '@/hooks/use-authentication';
import { useHeightWithoutList } from '@/hooks/use-list-place';
import { useUser } from '@/hooks/use-user';
import type { User } from '@/lib/contract/user';
import { MODERATION_SECTIONS, SECTION_NAMES, sectionPath } from '@/lib/pages/moderation-sections';
import { t } from '@/lib/texts/texts';

type ModeratorPageProps = {
  title: string;
  top: Elements;
  children: (user: User) => Elements;
};

/**
 * A page for moderators. For everyone else there is no such page: the HTML and its status are the site's 404, and
 * the content for moderators replaces it after the session is loaded. A moderator whose session ends is asked to sign in.
 */
export function ModeratorPage({ title, top, children }: ModeratorPageProps) {
  const { user, isLoading, error, refresh } = useUser();
  const isModerator = user !== undefined && user.role !== 'member';
  useFocusAfterSession(isModerator);
  const [wasModerator, setWasModerator] = useState(false);
  // Another member may sign in after the moderator.
  if (user && wasModerator !== isModerator) setWasModerator(isModerator);
  useHeightWithoutList(!isModerator && !isLoading);

  if (isModerator) {
    return (
      <Page title={title} isFilledLater>
        {top}
        <ModerationNavigation isAdmin={user.role === 'admin'} />
        <h1 className="text-xl font-bold">{title}</h1>
        {children(user)}
      </Page>
    );
  }
  if (wasModerator && !user && !isLoading && !error) {
    return (
      <Page title={title} isFilledLater>
        <h1 className="mb-6 text-xl font-bold">{title}</h1>
        <SignInPrompt invitation={t('moderatorPage.signIn', 'Sign in to moderate')} wasMember />
      </Page>
    );
  }
  return (
    <Page title={notFoundTitle()} isFilledLater>
      {isLoading && <Loading />}
      {!isLoading && error && (
        <>
          <h1 className="sr-only">{t('moderatorPage.account', 'Your account' /* could not be checked */)}</h1>
          <FailedState
            title={t('moderatorPage.notChecked', "We couldn't check your account")}
            onRetry={() => void refresh()}
          >
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
        <h1 className="sr-only">
          {t('moderatorPage.loading', 'Loading' /* title of a page whose reader is being checked */)}
        </h1>
        <VisuallyHidden live>{t('page.loading', 'Loading …')}</VisuallyHidden>
        <Spinner />
      </div>
    </>
  );
}

/** `getInitialProps` of these pages. Not getServerSideProps: a link would fetch data first and treat the 404 as a failure. */
export function loadNotFound({ res }: NextPageContext) {
  if (res) res.statusCode = 404;
  // Next reports an empty object as a mistake.
  return { statusCode: 404 };
}

/** Every page for moderators but those about one product. */
const itemsFor = (isAdmin: boolean): NavigationItem[] => [
  {
    path: '/moderation',
    label: t('moderatorPage.queue', 'Queue' /* of submissions, in the menu of moderators */),
  },
  ...SECTION_NAMES.flatMap((name) => {
    const { title, label = title, parent, closed } = MODERATION_SECTIONS[name];
    if (parent || (closed && !isAdmin)) return [];
    const children = SECTION_NAMES.filter((child) => MODERATION_SECTIONS[child].parent === name);
    return [{ path: sectionPath(name), label, pages: children.map(sectionPath) }];
  }),
];

const ModerationNavigation = ({ isAdmin }: { isAdmin: boolean }) => (
  <NavigationStrip
    label={t('account.moderation', 'Moderation' /* names the menu of moderators */)}
    items={itemsFor(isAdmin)}
    isWrapped
    className="-mt-6 mb-6 text-sm"
  />
);
