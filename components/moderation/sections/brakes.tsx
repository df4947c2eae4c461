import type { SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { hidden } from '@/components/ui/visually-hidden';
import { useAttempt } from '@/hooks/use-attempt';
import { useViewerData } from '@/hooks/use-viewer-data';
import { call } from '@/lib/api/http';
import { readFormFields } from '@/lib/browser/window';
import {
  type Brake,
  listBrakesCall,
  releaseBrakeCall,
  setBrakeCall,
  BRAKE_LIMITS,
} from '@/lib/contract/brake';
import { BRAKE_SENTENCES, type BrakeName, BRAKES } from '@/lib/contract/plain/moderation';
import { formatAge } from '@/lib/format/figures';
import { NotLoaded } from '@/components/moderation/moderator-list';
import { rich } from '@/lib/texts/rich';
import { say, t } from '@/lib/texts/texts';

const LABELS: Record<BrakeName, string> = {
  get 'read-only'() {
    return t('brakes.readOnly', 'Everything that members change');
  },
  get 'no-submissions'() {
    return t('brakes.submissions', 'Submissions' /* what can be stopped */);
  },
  get 'no-new-accounts'() {
    return t('brakes.newAccounts', 'New accounts' /* what can be stopped */);
  },
  get 'slow-mode'() {
    return t(
      'brakes.slowMode',
      'Quick changes' /* what can be stopped: many changes of a member within a minute */,
    );
  },
  get 'no-google'() {
    return t('brakes.google', 'Signing in with Google');
  },
  get 'no-github'() {
    return t('brakes.github', 'Signing in with Github');
  },
  get 'no-oidc'() {
    return t('brakes.openID', 'Signing in with OpenID Connect');
  },
  get 'no-email-codes'() {
    return t('brakes.emailCodes', 'Signing in with a code by email');
  },
  get 'no-passkeys'() {
    return t('brakes.passkeys', 'Signing in with a passkey');
  },
};

export default function Brakes() {
  const { brakes, error, refresh, failure, isChanging, set, release } = useBrakes();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'brakes.about',
          'What you stop here stops within a second, and every page says so. Moderation goes on. The moderation log notes every change.',
        )}
      </p>
      {!brakes && (
        <NotLoaded
          failed={t('brakes.notLoaded', "We couldn't load the brakes")}
          error={error}
          onRetry={() => void refresh()}
          className="h-48"
        />
      )}
      {failure && (
        <p role="alert" className="mt-4 text-danger">
          {failure.message}
        </p>
      )}
      <ul className="mt-6 flex flex-col gap-4">
        {brakes &&
          BRAKES.map((name) => (
            <BrakeItem
              key={name}
              name={name}
              brake={brakes.find((each) => each.name === name)}
              isChanging={isChanging}
              onSet={(note) => set(name, note)}
              onRelease={() => void release(name)}
            />
          ))}
      </ul>
    </>
  );
}

type BrakeItemProps = {
  name: BrakeName;
  /** Absent while it is released. */
  brake: Brake | undefined;
  isChanging: boolean;
  onSet: (note: string) => Promise<boolean>;
  onRelease: () => void;
};

function BrakeItem({ name, brake, isChanging, onSet, onRelease }: BrakeItemProps) {
  const kept = useKeptForm(`brake ${name}`);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (brake) onRelease();
    else void kept.untilSent(onSet(readFormFields(event.currentTarget, ['note']).note));
  }
  return (
    <li className="rounded-card border border-line p-5">
      <h2 className="font-semibold">{LABELS[name]}</h2>
      <p className="mt-1 text-sm text-muted">
        {brake
          ? t('brakes.stopped', 'Stopped {age}: “{notice}”', {
              age: formatAge(brake.createdAt),
              notice: say(BRAKE_SENTENCES[name]),
            })
          : t('brakes.released', 'Pages would say: “{notice}”', { notice: say(BRAKE_SENTENCES[name]) })}
      </p>
      {brake?.note && (
        <p dir="auto" className="mt-1 text-page-start text-sm wrap-anywhere">
          {brake.note}
        </p>
      )}
      <form onSubmit={submit} className="mt-3 flex flex-col gap-3">
        {!brake && (
          <Field
            label={t('brakes.note', 'Why, or until when')}
            isOptional
            name="note"
            keptAs={`brake ${name}/note`}
            maxLength={BRAKE_LIMITS.noteCharsMax}
            autoComplete="off"
          />
        )}
        <Button
          type="submit"
          look={brake ? 'primary' : 'danger'}
          aria-disabled={isChanging}
          className="self-start"
        >
          <span key={brake ? 'release' : 'stop'}>
            {brake
              ? rich('brakes.release', 'Let it go on<hidden> {what}</hidden>', { hidden, what: LABELS[name] })
              : rich('brakes.stop', 'Stop<hidden> {what}</hidden>', { hidden, what: LABELS[name] })}
          </span>
        </Button>
      </form>
    </li>
  );
}

function useBrakes() {
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, mutate, refresh } = useViewerData(
    ['brakes'],
    async () => (await call(listBrakesCall)).brakes,
  );
  const change = (send: () => Promise<{ brakes: Brake[] }>) =>
    attempt(async () => {
      const { brakes } = await send();
      await mutate(brakes, { revalidate: false });
    });
  return {
    brakes: data,
    error,
    refresh,
    isChanging: isUnderWay,
    failure,
    /** Resolves to whether the change was made; so does `release`. */
    set: (name: BrakeName, note: string) =>
      change(() => call(setBrakeCall, { params: { name }, body: { note } })),
    release: (name: BrakeName) => change(() => call(releaseBrakeCall, { params: { name } })),
  };
}
