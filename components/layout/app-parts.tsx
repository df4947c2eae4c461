import {
  type FunctionComponent,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { Icon } from '@/components/ui/icon';
import { TextKeeperContext } from '@/components/ui/kept-text';
import { useLazyComponent } from '@/hooks/use-lazy-component';
import { useSessionToken, useUser } from '@/hooks/use-user';
import { keptTexts, VISITOR } from '@/lib/browser/kept-texts';
import { toastRegion } from '@/lib/browser/toasts';
import { t } from '@/lib/texts/texts';

type ModalState = { isOpen: boolean; wasOpened: boolean; close: () => void };

type LazyModalProps = { load: () => Promise<FunctionComponent<ModalState>>; modal: ModalState };

/** A modal whose code is loaded when it is first opened. Shows nothing while it loads, and a message if loading fails. */
export function LazyModal({ load, modal }: LazyModalProps) {
  const { isOpen, wasOpened, close } = modal;
  const [attempt, setAttempt] = useState(1);
  const { Component: Modal, hasFailed } = useLazyComponent(load, wasOpened ? attempt : 0);
  if (Modal) return <Modal {...modal} />;
  if (!hasFailed || !isOpen) return null;
  return <LoadFailure onRetry={() => setAttempt((before) => before + 1)} onClose={close} />;
}

type LoadFailureProps = { onRetry: () => void; onClose: () => void };

let closeShown: (() => void) | undefined;

/**
 * Replaces a modal whose code could not be loaded. Not a toast, because toasts load code of their own. A later message
 * closes an earlier one, which would lie below it.
 */
function LoadFailure({ onRetry, onClose }: LoadFailureProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const closeThis = () => close();
    closeShown?.();
    closeShown = closeThis;
    return () => {
      if (closeShown === closeThis) closeShown = undefined;
    };
  }, []);

  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+1rem)] z-50 mx-auto flex max-w-104 flex-wrap items-center gap-3 rounded-card border border-edge bg-raised p-4"
    >
      <p className="min-w-48 flex-1">
        {t('part.notLoaded', "This couldn't be loaded. Check your connection and try again.")}
      </p>
      <Button onClick={onRetry}>{t('action.tryAgain', 'Try again')}</Button>
      <Button look="quiet" size="icon" aria-label={t('action.close', 'Close')} onClick={onClose}>
        <Icon name="close" />
      </Button>
    </div>
  );
}

// Keeps react-toastify out of the first load: its code comes with the first toast.
const loadToasts = () => import('@/components/ui/toasts').then(({ Toasts }) => Toasts);

/** Shows toasts. If their code cannot be loaded, the next toast tries again. */
export function ToastRegion() {
  const requestCount = useSyncExternalStore(toastRegion.subscribe, toastRegion.requestCount, () => 0);
  const { Component: Toasts } = useLazyComponent(loadToasts, requestCount);
  return Toasts && <Toasts onReady={toastRegion.setReady} />;
}

/** Keeps what the person at the screen types, apart from what other members have typed in this tab. */
export function KeptTexts({ children }: { children: Elements }) {
  const { user } = useUser();
  const isVisitor = useSessionToken() === null;
  // An id is empty if a product server of another kind gives none.
  const owner = isVisitor ? VISITOR : user && (user.id || user.email);
  const keeper = useMemo(() => (owner === undefined ? undefined : keptTexts.of(owner)), [owner]);
  return <TextKeeperContext value={keeper}>{children}</TextKeeperContext>;
}
