import type { ReactNode } from 'react';
import { Button } from './button';
import { Icon, type IconName } from './icon';
import { t } from '@/lib/texts/texts';

export type EmptyStateProps = {
  icon?: IconName;
  /** What will be here, or what to do to fill it. */
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ icon = 'sprout', title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-edge px-6 py-16 text-center">
      <Icon name={icon} className="mb-2 size-8 text-muted" />
      <p className="text-lg font-bold">{title}</p>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

type FailedStateProps = {
  title: string;
  children: ReactNode;
  onRetry: () => void;
};

export function FailedState({ title, children, onRetry }: FailedStateProps) {
  return (
    <EmptyState
      icon="alert"
      title={title}
      action={<Button onClick={onRetry}>{t('action.tryAgain', 'Try again')}</Button>}
    >
      {children}
    </EmptyState>
  );
}
