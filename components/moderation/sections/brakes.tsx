import type { SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
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

const LABELS: Record<BrakeName, string> = {
  'read-only': 'Everything that members change',
  'no-submissions': 'Submissions',
  'no-new-accounts': 'New accounts',
  'slow-mode': 'Quick changes',
  'no-google': 'Signing in with Google',
  'no-github': 'Signing in with Github',
  'no-oidc': 'Signing in with OpenID Connect',
};

export default function Brakes() {
  const { brakes, error, refresh, failure, isChanging, set, release } = useBrakes();
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        What you stop here stops within a second, and every page says so. Moderation goes on. The moderation
        log notes every change.
      </p>
      {!brakes && <NotLoaded name="brakes" error={error} onRetry={() => void refresh()} className="h-48" />}
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
          ? `Stopped ${formatAge(brake.createdAt)}: “${BRAKE_SENTENCES[name]}”`
          : `Pages would say: “${BRAKE_SENTENCES[name]}”`}
      </p>
      {brake?.note && (
        <p dir="auto" className="mt-1 text-page-start text-sm wrap-anywhere">
          {brake.note}
        </p>
      )}
      <form onSubmit={submit} className="mt-3 flex flex-col gap-3">
        {!brake && (
          <Field
            label="Why, or until when"
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
          <span>{brake ? 'Let it go on' : 'Stop'}</span>
          <VisuallyHidden>{` ${LABELS[name]}`}</VisuallyHidden>
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
