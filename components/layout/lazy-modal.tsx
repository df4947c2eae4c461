import { type ComponentType, useState } from 'react';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { LoadFailure } from './load-failure';

type LazyModalProps = {
  load: () => Promise<ComponentType>;
  modal: { isOpen: boolean; wasOpened: boolean; close: () => void };
};

/** A modal whose code is loaded when it is first opened. Shows nothing while it loads, and a message if loading fails. */
export function LazyModal({ load, modal: { isOpen, wasOpened, close } }: LazyModalProps) {
  const [attempt, setAttempt] = useState(1);
  const { Component: Modal, hasFailed } = useLazyComponent(load, wasOpened ? attempt : 0);
  if (Modal) return <Modal />;
  if (!hasFailed || !isOpen) return null;
  return <LoadFailure onRetry={() => setAttempt((before) => before + 1)} onClose={close} />;
}
