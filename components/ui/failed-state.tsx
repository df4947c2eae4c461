import type { ReactNode } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';

type FailedStateProps = {
  /** What could not be done. */
  title: string;
  /** Why, as a sentence. */
  children: ReactNode;
  onRetry: () => void;
};

/** Stands where something would be that could not be loaded. */
export function FailedState({ title, children, onRetry }: FailedStateProps) {
  return (
    <EmptyState icon="alert" title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      {children}
    </EmptyState>
  );
}
