import type { NextPageContext } from 'next';
import { MessagePage } from '@/components/layout/message-page';
import { buttonClasses } from '@/components/ui/button';

type ErrorPageProps = { statusCode: number };

/** Shown when neither the 404 nor the 500 page applies: Next rejects the request, or the page throws in the browser. */
export default function ErrorPage({ statusCode }: ErrorPageProps) {
  const isOurs = statusCode >= 500;
  return (
    <MessagePage
      icon="alert"
      title={isOurs ? 'Something went wrong' : "We couldn't understand that request"}
      actions={
        // A plain link, because a page that threw needs a full reload.
        <a href="/" className={buttonClasses({ look: 'primary' })}>
          Go to the home page
        </a>
      }
    >
      <p>
        {isOurs
          ? "This one's on us. Nothing you did was lost. Try again in a minute."
          : 'Part of the link may be damaged. Start again from the home page.'}
      </p>
    </MessagePage>
  );
}

ErrorPage.getInitialProps = ({ res, err }: NextPageContext): ErrorPageProps => ({
  statusCode: res?.statusCode ?? err?.statusCode ?? 500,
});
