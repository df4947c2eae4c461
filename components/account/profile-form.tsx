import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter } from '@/components/ui/character-counter';
import { Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { useUser } from '@/hooks/use-user';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { countChars } from '@/lib/contract/plain/chars';
import { PROFILE_LIMITS, type ProfileChanges, updateProfileCall, type User } from '@/lib/contract/user';
import { profilePath } from '@/lib/pages/paths';

type ProfileFormProps = {
  user: User;
  /** True while the account is about to be deleted, when it has no public page either. */
  isDisabled: boolean;
};

/** The viewer's name and handle. */
export function ProfileForm({ user, isDisabled }: ProfileFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(user.name);
  const [handle, setHandle] = useState(user.handle);
  const { isSaving, failure, save } = useProfile();
  const kept = useKeptForm('profile');
  const fields = failure?.fields ?? {};
  const hasFields = Object.keys(fields).length > 0;

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  async function saveProfile(event: SubmitEvent) {
    event.preventDefault();
    if (isSaving) return;
    const isSaved = await kept.untilSent(save({ name, handle }));
    // As the server stores them: trimmed, the handle in lower case.
    if (isSaved) {
      setName((typed) => typed.trim());
      setHandle((typed) => typed.trim().toLowerCase());
    }
  }

  return (
    <form ref={form} onSubmit={saveProfile} noValidate>
      <fieldset disabled={isDisabled} className="flex flex-col gap-5">
        <p role="alert" className={failure && !hasFields ? 'text-danger' : 'hidden'}>
          {failure && !hasFields && failure.message}
        </p>
        <Field
          label="Name"
          keptAs="profile/name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          required
          aside={
            <CharacterCounter charCount={countChars(name.trim())} charsMax={PROFILE_LIMITS.nameCharsMax} />
          }
          error={fields.name}
        />
        <Field
          label="Handle"
          keptAs="profile/handle"
          value={handle}
          onChange={(event) => setHandle(event.currentTarget.value)}
          hint={publicPageHint(handle)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          aside={
            <CharacterCounter
              charCount={countChars(handle.trim())}
              charsMax={PROFILE_LIMITS.handleCharsMax}
            />
          }
          error={failure?.code === 'conflict' ? failure.message : fields.handle}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" look="primary" aria-disabled={isSaving}>
            {isSaving && <Spinner />}
            <span>Save profile</span>
          </Button>
          {!isDisabled && user.handle !== '' && (
            <a href={profilePath(user.handle)} className="font-semibold text-accent hover:underline">
              See your public page
            </a>
          )}
        </div>
      </fieldset>
    </form>
  );
}

function publicPageHint(handle: string): string {
  return `Your public page is ${location.host}/u/${handle.trim().toLowerCase() || '…'}`;
}

/** Changes the member's name and handle. */
function useProfile() {
  const { refresh } = useUser();
  const { isUnderWay, failure, attempt } = useAttempt();

  return {
    isSaving: isUnderWay,
    failure,
    /** Resolves to whether it worked. */
    save: (changes: ProfileChanges) =>
      attempt(async () => {
        const { user } = await call(updateProfileCall, { body: changes });
        await refresh(user, { revalidate: false });
        void showToast('success', 'Profile saved.');
      }),
  };
}
