import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';

type LoadFailureProps = { onRetry: () => void; onClose: () => void };

/** Replaces a modal whose code could not be loaded. Not a toast, because toasts load code of their own. */
export function LoadFailure({ onRetry, onClose }: LoadFailureProps) {
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-104 flex-wrap items-center gap-3 rounded-card border border-edge bg-raised p-4"
    >
      <p className="min-w-48 flex-1">This couldn&apos;t be loaded. Check your connection and try again.</p>
      <Button onClick={onRetry}>Try again</Button>
      <Button look="quiet" size="icon" aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
