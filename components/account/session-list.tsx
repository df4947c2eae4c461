import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Skeleton } from '@/components/ui/skeleton';
import { Spinner } from '@/components/ui/spinner';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useAttempt } from '@/hooks/use-attempt';
import { useSessions } from '@/hooks/use-account';
import { useSignOut } from '@/hooks/use-sign-out';
import type { Session } from '@/lib/contract/user';
import { formatDate, formatTimeAgo } from '@/lib/format/figures';
import { focusMain } from '@/lib/browser/window';
import { readSessionToken } from '@/lib/session-token';
import { describeBrowser } from '@/lib/format/user-agent';
import { ListFailure, settingsListClasses, SettingsRow } from './settings-section';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** Where the viewer is signed in. Each session can be ended on its own, or all at once. */
export function SessionList() {
  const { sessions, error, refresh, end } = useSessions();
  const { signOut, isSigningOut } = useSignOut();
  const [isEverywhere, setIsEverywhere] = useState(false);
  const list = useRef<HTMLUListElement>(null);

  async function leave({ everywhere }: { everywhere: boolean }) {
    if (isSigningOut) return;
    setIsEverywhere(everywhere);
    await signOut({ everywhere });
    if (!readSessionToken()) focusMain();
  }

  async function endOther(id: string) {
    await end(id);
    // The row and its focused button are gone.
    list.current?.focus();
  }

  if (!sessions) {
    return error ? (
      <ListFailure sentence={error.message} onRetry={() => void refresh()} />
    ) : (
      <Skeleton className="h-32" />
    );
  }
  return (
    <>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('sessions.title', 'Sessions' /* names the list */)}
        className={`${settingsListClasses} outline-none`}
      >
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isSigningOut={isSigningOut && !isEverywhere}
            onEnd={() => (session.isCurrent ? leave({ everywhere: false }) : endOther(session.id))}
          />
        ))}
      </ul>
      <Button className="mt-4" aria-disabled={isSigningOut} onClick={() => void leave({ everywhere: true })}>
        {isSigningOut && isEverywhere && <Spinner />}
        <span>{t('sessions.signOutEverywhere', 'Sign out everywhere')}</span>
      </Button>
    </>
  );
}

type SessionRowProps = {
  session: Session;
  isSigningOut: boolean;
  onEnd: () => Promise<void>;
};

function SessionRow({ session, isSigningOut, onEnd }: SessionRowProps) {
  const { userAgent, createdAt, lastSeenAt, isCurrent } = session;
  const { isUnderWay, failure, attempt } = useAttempt();
  const isBusy = isUnderWay || (isCurrent && isSigningOut);
  const browser = describeBrowser(userAgent);

  return (
    <SettingsRow
      icon={<Icon name="monitor" className="size-6 text-muted" />}
      action={
        <Button aria-disabled={isBusy} onClick={() => !isBusy && void attempt(onEnd)}>
          {isBusy && <Spinner />}
          <span>
            {isCurrent
              ? t('account.signOut', 'Sign out')
              : rich('sessions.end', 'End<hidden> the session of {browser}</hidden>', {
                  hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden>,
                  browser,
                })}
          </span>
        </Button>
      }
    >
      <p className="font-semibold">
        <span>{browser}</span>
        {isCurrent && (
          <span className="ms-2 rounded-full bg-tint px-2 py-0.5 text-sm whitespace-nowrap text-accent">
            {t('sessions.thisOne', 'this one' /* beside the browser of this session */)}
          </span>
        )}
      </p>
      <p className="text-sm text-muted">
        {isCurrent ? (
          <span>{t('sessions.inUseNow', 'In use now')}</span>
        ) : (
          <span>
            {rich('sessions.lastSeen', 'Last seen <time>{timeAgo}</time>', {
              time: (text) => <time dateTime={lastSeenAt}>{text}</time>,
              timeAgo: formatTimeAgo(lastSeenAt),
            })}
          </span>
        )}
        <span> · </span>
        <span>
          {rich('sessions.signedInOn', 'signed in on <time>{day}</time>', {
            time: (text) => <time dateTime={createdAt}>{text}</time>,
            day: formatDate(createdAt),
          })}
        </span>
      </p>
      <p role="alert" className={failure ? 'text-sm text-danger' : undefined}>
        {failure?.message}
      </p>
    </SettingsRow>
  );
}
