import { type ComponentType, useState } from 'react';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { LoadFailure } from './load-failure';

type LateModalProps = {
  load: () => Promise<ComponentType>;
  modal: { isOpen: boolean; wasOpened: boolean; close: () => void };
};

/** A modal whose code is loaded when it is first opened: nothing for that moment, a sentence when it does not come. */
export function LazyModal({ load, modal: { isOpen, wasOpened, close } }: LateModalProps) {
  const [attempt, setAttempt] = useState(1);
  const { Component: Modal, hasFailed } = useLazyComponent(load, wasOpened ? attempt : 0);
  if (Modal) return <Modal />;
  if (!hasFailed || !isOpen) return null;
  return <LoadFailure onRetry={() => setAttempt((before) => before + 1)} onClose={close} />;
}
