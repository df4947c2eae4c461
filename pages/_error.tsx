import type { NextPageContext } from 'next';
import { MessagePage } from '@/components/layout/message-page';
import { NotFound, notFoundTitle } from '@/components/layout/not-found';
import { Page } from '@/components/layout/page';
import { buttonClasses } from '@/components/ui/button';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

type ErrorPageProps = {
  statusCode: number;
  /** Under which the server logged the request. Empty when the page threw in the browser. */
  requestId: string;
};

/** Shown when there is no page, when the page fails, on the server or in the browser, or when Next rejects the request. */
export default function ErrorPage({ statusCode, requestId }: ErrorPageProps) {
  if (statusCode === 404) {
    return (
      <Page title={notFoundTitle()}>
        <NotFound />
      </Page>
    );
  }
  const isOurs = statusCode >= 500;
  return (
    <MessagePage
      icon="alert"
      title={
        isOurs
          ? t('error.ours', 'Something went wrong')
          : t('error.notUnderstood', "We couldn't understand that request")
      }
      actions={
        // Plain links, because a page that threw needs a full reload.
        <>
          <a href="/" className={buttonClasses({ look: 'primary' })}>
            {t('error.goHome', 'Go to the home page')}
          </a>
          {isOurs && (
            <a href="/support" className={buttonClasses()}>
              {t('error.tellUs', 'Tell us about it')}
            </a>
          )}
        </>
      }
    >
      <p>
        {isOurs
          ? t('error.oursHelp', "This one's on us. Nothing you did was lost. Try again in a minute.")
          : t('error.notUnderstoodHelp', 'Part of the link may be damaged. Start again from the home page.')}
      </p>
      {isOurs && requestId && (
        <p className="mt-2 text-sm">
          {rich('error.request', 'Request <code>{requestId}</code>', {
            code: (text) => <code className="break-all">{text}</code>,
            requestId,
          })}
        </p>
      )}
    </MessagePage>
  );
}

ErrorPage.getInitialProps = ({ res, err }: NextPageContext): ErrorPageProps => ({
  statusCode: res?.statusCode ?? err?.statusCode ?? 500,
  requestId: String(res?.getHeader('x-request-id') ?? ''),
});
