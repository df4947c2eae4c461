import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAccountDeletion, useIntendedDeletion } from '@/hooks/use-account';
import { useAttempt } from '@/hooks/use-attempt';
import { call } from '@/lib/api/http';
import { ACCOUNT_LIMITS, exportAccountCall } from '@/lib/contract/account';
import { saveFile } from '@/lib/browser/save-file';
import { formerMember } from '@/lib/contract/plain/site-words';
import type { User } from '@/lib/contract/user';
import { formatDate } from '@/lib/format/figures';
import { site } from '@/lib/site';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** The button that starts the deletion of the account; afterwards, when the account will be deleted. */
export function AccountDeletion({ user: { id, handle, deletionDueAt } }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  const { isUnderWay, failure, requestDeletion } = useAccountDeletion();
  useIntendedDeletion(id, requestDeletion);

  // The dialog and the button that opened it are gone, so the focus needs a new place.
  useEffect(() => {
    if (deletionDueAt && isAsking) outcome.current?.focus();
  }, [deletionDueAt, isAsking]);

  if (deletionDueAt) {
    return (
      <p ref={outcome} tabIndex={-1} className="text-muted outline-none">
        {rich(
          'deletion.dueOn',
          'It will be deleted on <time>{day}</time>. To keep it, use the notice at the top of this page.',
          {
            time: (text) => <time dateTime={deletionDueAt}>{text}</time>,
            day: formatDate(deletionDueAt),
          },
        )}
      </p>
    );
  }
  return (
    <>
      <Button look="danger" aria-disabled={isUnderWay} onClick={() => !isUnderWay && setIsAsking(true)}>
        {isUnderWay && <Spinner />}
        <span>{t('deletion.ask', 'Delete my account…')}</span>
      </Button>
      <p role="alert" className={failure ? 'mt-2 text-danger' : undefined}>
        {failure?.message}
      </p>
      {isAsking && <DeleteAccountDialog handle={handle} onClose={() => setIsAsking(false)} />}
    </>
  );
}

type DeleteAccountDialogProps = { handle: string; onClose: () => void };

function DeleteAccountDialog({ handle, onClose }: DeleteAccountDialogProps) {
  const titleId = useId();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const { isUnderWay, failure, needsSignIn, requestDeletion, signInAgain } = useAccountDeletion();

  async function deleteAccount(event: SubmitEvent) {
    event.preventDefault();
    if (isUnderWay) return;
    const isConfirmed = typed.trim().replace(/^@/, '').toLowerCase() === handle.toLowerCase();
    setError(
      isConfirmed
        ? undefined
        : t('deletion.otherHandle', "That's not your handle. Type {handle}.", { handle }),
    );
    if (isConfirmed && (await requestDeletion())) onClose();
  }

  function leaveToSignIn() {
    onClose();
    signInAgain();
  }

  return (
    <Dialog
      isOpen
      onClose={() => !isUnderWay && onClose()}
      labelledBy={titleId}
      className="m-auto w-full max-w-104"
    >
      {needsSignIn ? (
        <SignInAgain titleId={titleId} onSignIn={leaveToSignIn} onClose={onClose} />
      ) : (
        <form onSubmit={deleteAccount} noValidate className="flex flex-col gap-4 p-6">
          <h2 id={titleId} className="text-xl font-bold">
            {t('deletion.title', 'Delete your account?')}
          </h2>
          <p>
            {t('deletion.inDays', "We'll delete it in {days} days. Until then you can change your mind.", {
              days: ACCOUNT_LIMITS.deletionDays,
            })}
          </p>
          <dl className="flex flex-col gap-3 text-muted">
            <Consequence
              when={t('deletion.now', 'Now' /* begins what happens now, when an account is to be deleted */)}
            >
              {t(
                'deletion.effectNow',
                'Your public page goes offline, your name disappears from your {nouns}, and your other browsers are signed out. You can still look around, but not submit, upvote or bookmark.',
              )}
            </Consequence>
            <Consequence
              when={t('deletion.later', 'In {days} days, for good', {
                days: ACCOUNT_LIMITS.deletionDays,
              })}
            >
              {t(
                'deletion.effectLater',
                'We delete your name, image, sign-ins, upvotes and bookmarks, your pending and rejected {nouns}, your messages to us and your newsletter subscription.',
              )}
            </Consequence>
            <Consequence when={t('deletion.whatStays', 'What stays' /* when an account is deleted */)}>
              {t('deletion.staying', 'Approved {nouns}, under “{name}”. Nothing will show they were yours.', {
                name: formerMember(),
              })}
            </Consequence>
          </dl>
          <Field
            label={t('deletion.typeHandle', 'Type your handle, {handle}, to confirm', {
              handle,
            })}
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
            <Button onClick={onClose} aria-disabled={isUnderWay}>
              {t('deletion.keepAccount', 'Keep my account')}
            </Button>
            <Button type="submit" look="danger" aria-disabled={isUnderWay}>
              {isUnderWay && <Spinner />}
              <span>{t('deletion.confirm', 'Delete my account')}</span>
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

const Consequence = ({ when, children }: { when: string; children: string }) => (
  <div>
    <dt className="text-sm font-semibold text-ink">{when}</dt>
    <dd>{children}</dd>
  </div>
);

type SignInAgainProps = { titleId: string; onSignIn: () => void; onClose: () => void };

/** Takes the place of the form when the sign-in is too old. */
function SignInAgain({ titleId, onSignIn, onClose }: SignInAgainProps) {
  const panel = useRef<HTMLDivElement>(null);

  // The button that was clicked is gone.
  useEffect(() => panel.current?.focus(), []);

  return (
    <div ref={panel} tabIndex={-1} className="flex flex-col gap-4 p-6 outline-none">
      <h2 id={titleId} className="text-xl font-bold">
        {t('deletion.signInFirst', 'Sign in again to delete your account')}
      </h2>
      <p>
        {t(
          'deletion.signInOld',
          "You signed in a while ago, so we want to be sure it's you. We'll carry on with the deletion right after.",
        )}
      </p>
      <div className="mt-1 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('deletion.keepAccount', 'Keep my account')}</Button>
        <Button look="primary" onClick={onSignIn}>
          {t('signIn.again', 'Sign in again')}
        </Button>
      </div>
    </div>
  );
}

export function DataExport() {
  const { isUnderWay, failure, download } = useAccountExport();
  return (
    <>
      <Button aria-disabled={isUnderWay} onClick={() => !isUnderWay && void download()}>
        {isUnderWay ? <Spinner /> : <Icon name="download" className="size-4" />}
        <span>{t('account.downloadData', 'Download my data')}</span>
      </Button>
      <VisuallyHidden live>
        {isUnderWay ? t('account.preparingData', 'Preparing your data…') : ''}
      </VisuallyHidden>
      <p role="alert" className={failure ? 'mt-2 text-danger' : undefined}>
        {failure?.message}
      </p>
    </>
  );
}

function useAccountExport() {
  const { isUnderWay, failure, attempt } = useAttempt();

  return {
    isUnderWay,
    failure,
    download: () =>
      attempt(async () => {
        const { exportedAt, account } = await call(exportAccountCall);
        const json = JSON.stringify({ exportedAt, account }, null, 2);
        saveFile(exportName(exportedAt), new Blob([json], { type: 'application/json' }));
      }),
  };
}

/** `listgrove-export-2026-11-21.json` */
function exportName(exportedAt: string): string {
  const name = site.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${name.replace(/^-|-$/g, '') || 'site'}-export-${exportedAt.slice(0, 10)}.json`;
}
