import type { ReactNode } from 'react';
import { Button } from './button';
import { EmptyState } from './empty-state';

type FailedStateProps = {
  /** What failed. */
  title: string;
  /** Why, as a sentence. */
  children: ReactNode;
  onRetry: () => void;
};

/** Replaces content that could not be loaded. */
export function FailedState({ title, children, onRetry }: FailedStateProps) {
  return (
    <EmptyState icon="alert" title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      {children}
    </EmptyState>
  );
}
