import type { ReactNode } from 'react';
import { buttonClasses } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { Icon, type IconName } from '@/components/ui/icon';
import type { PageFailure } from '@/lib/pages/load-page';
import { Page } from './page';
import { t } from '@/lib/texts/texts';

type MessageProps = {
  icon: IconName;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
};

/** A page with a single message. Search engines don't index it. */
export function MessagePage(message: MessageProps) {
  return (
    <Page title={message.title}>
      <Message {...message} />
    </Page>
  );
}

/** The message alone, for a page that has its own `Page`. */
export function Message({ icon, title, children, actions }: MessageProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-16 text-center sm:py-20">
      <span className="mb-6 grid size-16 place-items-center rounded-full bg-tint text-accent">
        <Icon name={icon} className="size-8" />
      </span>
      <h1 className="text-2xl font-extrabold">{title}</h1>
      <div className="mt-3 text-muted">{children}</div>
      {actions && <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}

const MESSAGES: Record<PageFailure, { icon: IconName; title: string; text: string }> = {
  bad_request: {
    icon: 'link',
    get title() {
      return t('failure.badLink', "This link doesn't work");
    },
    get text() {
      return t(
        'failure.badLinkHelp',
        'Part of it is damaged or out of date. Start again from the home page.',
      );
    },
  },
  gone: {
    icon: 'alert',
    get title() {
      return t('failure.removed', 'This {noun} was removed');
    },
    get text() {
      return t('failure.removedHelp', "It used to be listed here. There's plenty more to discover.");
    },
  },
  unavailable: {
    icon: 'clock',
    get title() {
      return t('failure.unavailable', "We'll be right back");
    },
    get text() {
      return t('failure.unavailableHelp', "We can't reach our server right now. Try again in a few seconds.");
    },
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
            {t('failure.seeHot', "See what's hot")}
          </a>
        }
      >
        <p>{text}</p>
      </Message>
      {children}
    </Page>
  );
}
