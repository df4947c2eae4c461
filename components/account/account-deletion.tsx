import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import type { User } from '@/lib/contract/user';
import { formatDate } from '@/lib/format/figures';
import { DeleteAccountDialog } from './delete-account-dialog';

export function AccountDeletion({ user: { handle, deletionDueAt } }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);

  // The dialog has gone with the button that opened it; without this the focus would fall to the top.
  useEffect(() => {
    if (deletionDueAt && isAsking) outcome.current?.focus();
  }, [deletionDueAt, isAsking]);

  if (deletionDueAt) {
    return (
      <p ref={outcome} tabIndex={-1} className="text-muted outline-none">
        It will be deleted on <time dateTime={deletionDueAt}>{formatDate(deletionDueAt)}</time>. The notice at
        the top of this page takes that back.
      </p>
    );
  }
  return (
    <>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        Delete my account …
      </Button>
      {isAsking && <DeleteAccountDialog handle={handle} onClose={() => setIsAsking(false)} />}
    </>
  );
}
