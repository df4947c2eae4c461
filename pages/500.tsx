import Link from 'next/link';
import { MessagePage } from '@/components/layout/message-page';
import { buttonClasses } from '@/components/ui/button';

export default function ServerErrorPage() {
  return (
    <MessagePage
      icon="alert"
      title="Something went wrong"
      actions={
        <>
          <Link href="/" className={buttonClasses({ look: 'primary' })}>
            Go to the home page
          </Link>
          <Link href="/support" className={buttonClasses()}>
            Tell us about it
          </Link>
        </>
      }
    >
      <p>This one&apos;s on us. Nothing you did was lost. Try again in a minute.</p>
    </MessagePage>
  );
}
