import type { NextPageContext } from 'next';
import { MessagePage } from '@/components/layout/message-page';
import { buttonClasses } from '@/components/ui/button';

type ErrorPageProps = { statusCode: number };

/** For what neither the 404 nor the 500 page stands for: a request that Next refuses, a page that broke in the browser. */
export default function ErrorPage({ statusCode }: ErrorPageProps) {
  const isOurs = statusCode >= 500;
  return (
    <MessagePage
      icon="alert"
      title={isOurs ? 'Something broke on our side' : 'That request did not make sense to us'}
      actions={
        // A plain link: after a broken page everything is better loaded anew.
        <a href="/" className={buttonClasses({ look: 'primary' })}>
          Go to the start page
        </a>
      }
    >
      <p>
        {isOurs
          ? 'It is not your doing, and nothing of yours is lost. Try again in a minute.'
          : 'Part of its address may be damaged. Start again from the first page.'}
      </p>
    </MessagePage>
  );
}

ErrorPage.getInitialProps = ({ res, err }: NextPageContext): ErrorPageProps => ({
  statusCode: res?.statusCode ?? err?.statusCode ?? 500,
});
