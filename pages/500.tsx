import Link from 'next/link';
import { MessagePage } from '@/components/layout/message-page';
import { buttonClasses } from '@/components/ui/button';

export default function ServerErrorPage() {
  return (
    <MessagePage
      icon="alert"
      title="Something broke on our side"
      actions={
        <>
          <Link href="/" className={buttonClasses({ look: 'primary' })}>
            Go to the start page
          </Link>
          <Link href="/support" className={buttonClasses()}>
            Tell us about it
          </Link>
        </>
      }
    >
      <p>It is not your doing, and nothing of yours is lost. Try again in a minute.</p>
    </MessagePage>
  );
}
