import type { PageFailure } from '@/lib/pages/load-page';
import { buttonClasses } from '@/components/ui/button';
import type { IconName } from '@/components/ui/icon';
import { site } from '@/lib/site';
import { MessagePage } from './message-page';

const MESSAGES: Record<PageFailure, { icon: IconName; title: string; text: string }> = {
  bad_request: {
    icon: 'link',
    title: 'This link does not work',
    text: 'Part of its address is damaged or out of date. Start again from the first page.',
  },
  gone: {
    icon: 'alert',
    title: `This ${site.noun} was taken down`,
    text: 'It was listed here once and has been removed. There is plenty more to find.',
  },
  unavailable: {
    icon: 'clock',
    title: 'Back in a moment',
    text: 'We cannot reach our own server just now. Try again in a few seconds.',
  },
};

/** Stands in for a page that could not be loaded; the HTTP status says the same. */
export function FailurePage({ failure }: { failure: PageFailure }) {
  const { icon, title, text } = MESSAGES[failure];
  return (
    <MessagePage
      icon={icon}
      title={title}
      actions={
        <a href="/" className={buttonClasses({ look: 'primary' })}>
          {`See what's hot`}
        </a>
      }
    >
      <p>{text}</p>
    </MessagePage>
  );
}
