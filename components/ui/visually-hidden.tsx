import type { ReactNode } from 'react';

type VisuallyHiddenProps = {
  children: ReactNode;
  /** Announces changes to the content without moving the focus. */
  live?: boolean;
};

export function VisuallyHidden({ children, live = false }: VisuallyHiddenProps) {
  return (
    <span className="sr-only" {...(live && { role: 'status' })}>
      {children}
    </span>
  );
}

/** For a tag of a text: what only screen readers say. */
export const hidden = (inner: ReactNode) => <VisuallyHidden>{inner}</VisuallyHidden>;
