import { useRouter } from 'next/router';
import { useRef, useState } from 'react';
import { FailedState } from '@/components/ui/failed-state';
import { Spinner } from '@/components/ui/spinner';
import { useTexts } from '@/hooks/submissions/use-submission-queries';
import { showToast } from '@/lib/browser/toasts';
import { ModeratorEditForm } from './moderator-edit-form';

type ListedEditFormProps = {
  id: string;
  onSaved?: () => void;
};

/** For moderators: changes what a listed product says, at once. */
export function ListedEditForm({ id, onSaved }: ListedEditFormProps) {
  const router = useRouter();
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { found, error, refresh } = useTexts(id, isOpen);

  function close(): void {
    if (details.current) details.current.open = false;
    details.current?.querySelector('summary')?.focus();
  }

  async function finish(): Promise<void> {
    close();
    void showToast('success', 'Saved.');
    onSaved?.();
    await refresh();
    await router.replace(router.asPath, undefined, { scroll: false });
  }

  return (
    <details
      ref={details}
      className="mt-10 border-t border-line pt-4"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        if (currentTarget.open) void refresh();
      }}
    >
      <summary className="py-2.5 font-semibold">
        Moderators: edit name, tagline, link, tags or description
      </summary>
      <div className="mt-4">
        {isOpen && !found && !error && <Spinner />}
        {isOpen && !found && error && (
          <FailedState title="We couldn't load the texts" onRetry={() => void refresh()}>
            {error.message}
          </FailedState>
        )}
        {isOpen && found?.hasPendingEdit && (
          <p>
            An edit by the submitter waits in the queue.{' '}
            <a href="/moderation" className="text-accent underline underline-offset-4">
              Edit or decide on that first
            </a>
          </p>
        )}
        {isOpen && found && !found.hasPendingEdit && (
          <ModeratorEditForm
            key={found.seen}
            id={id}
            texts={found.texts}
            seen={found.seen}
            onSaved={() => void finish()}
            onCancel={close}
          />
        )}
      </div>
    </details>
  );
}
