import type { ReactNode } from 'react';
import { Icon, type IconName } from '@/components/ui/icon';
import { Page } from './page';

type MessageProps = {
  icon: IconName;
  title: string;
  /** What happened, and what to do. */
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
