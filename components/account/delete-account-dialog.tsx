import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { useAccountDeletion } from '@/hooks/use-account-deletion';
import { ACCOUNT_LIMITS } from '@/lib/contract/account';
import { FORMER_MEMBER } from '@/lib/contract/plain/former-member';
import { site } from '@/lib/site';

type DeleteAccountDialogProps = { handle: string; onClose: () => void };

/** Says exactly what deleting the account does, and takes the handle for a yes. */
export function DeleteAccountDialog({ handle, onClose }: DeleteAccountDialogProps) {
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const { isUnderWay, failure, requestDeletion } = useAccountDeletion();

  async function deleteAccount(event: SubmitEvent) {
    event.preventDefault();
    if (isUnderWay) return;
    const isMeant = typed.trim().replace(/^@/, '').toLowerCase() === handle.toLowerCase();
    setError(isMeant ? undefined : `That is not your handle. Type ${handle}.`);
    if (isMeant && (await requestDeletion())) onClose();
  }

  return (
    <Dialog
      isOpen
      onClose={() => !isUnderWay && onClose()}
      labelledBy={titleId}
      className="m-auto w-full max-w-120"
    >
      <form onSubmit={deleteAccount} noValidate className="flex flex-col gap-4 p-6">
        <h2 id={titleId} className="text-xl font-bold">
          Delete your account?
        </h2>
        <p>{`It is deleted in ${ACCOUNT_LIMITS.deletionDays} days. Until then you can come back and keep it.`}</p>
        <dl className="flex flex-col gap-3 text-muted">
          <Consequence when="Now">
            {`Your public page is taken down and your name no longer shown beside your ${site.nounPlural}. Your other browsers are signed out. You can look around, but not submit, upvote or bookmark.`}
          </Consequence>
          <Consequence when={`In ${ACCOUNT_LIMITS.deletionDays} days, for good`}>
            {`Your name, picture, ways to sign in, upvotes and bookmarks, the ${site.nounPlural} that wait or were rejected, and what you wrote to us or subscribed to under your address.`}
          </Consequence>
          <Consequence when="What stays">
            {`Approved ${site.nounPlural}, under “${FORMER_MEMBER.name}”. Nothing tells any more that they were yours.`}
          </Consequence>
        </dl>
        <Field
          label={`Type your handle, ${handle}, to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
        />
        <p role="alert" className={failure ? 'text-danger' : 'hidden'}>
          {failure?.message}
        </p>
        <div className="mt-1 flex flex-wrap justify-end gap-3">
          <Button onClick={onClose} disabled={isUnderWay}>
            Keep my account
          </Button>
          <Button type="submit" look="danger" aria-disabled={isUnderWay}>
            {isUnderWay && <Spinner />}
            Delete my account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const Consequence = ({ when, children }: { when: string; children: string }) => (
  <div>
    <dt className="text-sm font-semibold text-ink">{when}</dt>
    <dd>{children}</dd>
  </div>
);
