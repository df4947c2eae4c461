import { type ComponentType, useState } from 'react';
import { useLateComponent } from '@/hooks/use-late-component';
import { LoadFailure } from './load-failure';

type LateModalProps = {
  load: () => Promise<ComponentType>;
  modal: { isOpen: boolean; wasOpened: boolean; close: () => void };
};

/** A modal whose code is loaded when it is first opened: nothing for that moment, a sentence when it does not come. */
export function LateModal({ load, modal: { isOpen, wasOpened, close } }: LateModalProps) {
  const [attempt, setAttempt] = useState(1);
  const { Component: Modal, hasFailed } = useLateComponent(load, wasOpened ? attempt : 0);
  if (Modal) return <Modal />;
  if (!hasFailed || !isOpen) return null;
  return <LoadFailure onRetry={() => setAttempt((before) => before + 1)} onClose={close} />;
}
