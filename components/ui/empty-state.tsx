import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

export type EmptyStateProps = {
  icon?: IconName;
  /** What will be here, or what to do to fill it. */
  title: string;
  children?: ReactNode;
  /** The next step. */
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
