import type { Elements } from '@/components/ui/elements';
import type { PageFailure } from '@/lib/pages/load-page';
import { buttonClasses } from '@/components/ui/button';
import type { IconName } from '@/components/ui/icon';
import { site } from '@/lib/site';
import { Message } from './message-page';
import { Page } from './page';

const MESSAGES: Record<PageFailure, { icon: IconName; title: string; text: string }> = {
  bad_request: {
    icon: 'link',
    title: "This link doesn't work",
    text: 'Part of it is damaged or out of date. Start again from the home page.',
  },
  gone: {
    icon: 'alert',
    title: `This ${site.noun} was removed`,
    text: "It used to be listed here. There's plenty more to discover.",
  },
  unavailable: {
    icon: 'clock',
    title: "We'll be right back",
    text: "We can't reach our server right now. Try again in a few seconds.",
  },
};

/** Replaces a page that could not be loaded. `children` come below the message. The response has the matching HTTP status. */
export function FailurePage({ failure, children }: { failure: PageFailure; children?: Elements }) {
  const { icon, title, text } = MESSAGES[failure];
  return (
    <Page title={title}>
      <Message
        icon={icon}
        title={title}
        actions={
          <a href="/" className={buttonClasses({ look: 'primary' })}>
            {`See what's hot`}
          </a>
        }
      >
        <p>{text}</p>
      </Message>
      {children}
    </Page>
  );
}
