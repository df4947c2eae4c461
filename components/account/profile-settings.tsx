import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CharacterCounter, Field } from '@/components/ui/field';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import { useAttempt } from '@/hooks/use-attempt';
import { useUser } from '@/hooks/use-user';
import { call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { countChars } from '@/lib/contract/plain/text';
import { PROFILE_LIMITS, type ProfileChanges, updateProfileCall, type User } from '@/lib/contract/user';
import { profilePath } from '@/lib/pages/paths';
import { t } from '@/lib/texts/texts';

type ProfileSettingsProps = {
  user: User;
  /** True while the account is about to be deleted, when it has no public page either. */
  isDisabled: boolean;
};

export function ProfileForm({ user, isDisabled }: ProfileSettingsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(user.name);
  const [handle, setHandle] = useState(user.handle);
  // What the fields began with: another tab may save a profile that this form doesn't show.
  const [saved, setSaved] = useState({ name: user.name, handle: user.handle });
  const isNameChanged = name.trim() !== saved.name;
  const isHandleChanged = handle.trim().toLowerCase() !== saved.handle;
  if (user.name !== saved.name || user.handle !== saved.handle) {
    setSaved({ name: user.name, handle: user.handle });
    if (!isNameChanged) setName(user.name);
    if (!isHandleChanged) setHandle(user.handle);
  }
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
    await kept.untilSent(
      save({ ...(isNameChanged && { name }), ...(isHandleChanged && { handle }) }, (stored) => {
        // As the server stores them, such as trimmed. What was typed during the request stays.
        setName((typed) => (typed === name ? stored.name : typed));
        setHandle((typed) => (typed === handle ? stored.handle : typed));
      }),
    );
  }

  return (
    <form ref={form} onSubmit={saveProfile} noValidate>
      <fieldset disabled={isDisabled} className="flex flex-col gap-5">
        <p role="alert" className={failure && !hasFields ? 'text-danger' : 'hidden'}>
          {failure && !hasFields && failure.message}
        </p>
        <Field
          label={t('profile.name', 'Name' /* of the member */)}
          keptAs="profile/name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          required
          aside={[
            <Unsaved key="unsaved" isShown={isNameChanged} />,
            <CharacterCounter
              key="left"
              charCount={countChars(name.trim())}
              charsMax={PROFILE_LIMITS.nameCharsMax}
            />,
          ]}
          error={fields.name}
        />
        <Field
          label={t('profile.handle', 'Handle' /* the name in the address of the public page */)}
          keptAs="profile/handle"
          value={handle}
          onChange={(event) => setHandle(event.currentTarget.value)}
          hint={t('profile.address', 'Your public page is {address}', {
            address: `${location.host}/u/${handle.trim().toLowerCase() || '…'}`,
          })}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          aside={[
            <Unsaved key="unsaved" isShown={isHandleChanged} />,
            <CharacterCounter
              key="left"
              charCount={countChars(handle.trim())}
              charsMax={PROFILE_LIMITS.handleCharsMax}
            />,
          ]}
          error={failure?.code === 'conflict' ? failure.message : fields.handle}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" look="primary" aria-disabled={isSaving}>
            {isSaving && <Spinner />}
            <span>{t('profile.save', 'Save profile')}</span>
          </Button>
          {!isDisabled && user.handle !== '' && (
            <a href={profilePath(user.handle)} className="font-semibold text-accent hover:underline">
              {t('profile.seePublicPage', 'See your public page')}
            </a>
          )}
        </div>
      </fieldset>
    </form>
  );
}

/** Beside a field: its text is not what the server has, perhaps because the browser has kept it over a reload. */
const Unsaved = ({ isShown }: { isShown: boolean }) =>
  isShown && <span className="text-sm text-muted">{t('profile.unsaved', 'Not saved yet')}</span>;

function useProfile() {
  const { refresh } = useUser();
  const { isUnderWay, failure, attempt } = useAttempt();

  return {
    isSaving: isUnderWay,
    failure,
    /** Resolves to whether it worked. */
    save: (changes: ProfileChanges, onSaved: (stored: User) => void) =>
      attempt(async () => {
        const { user } = await call(updateProfileCall, { body: changes });
        onSaved(user);
        await refresh(user, { revalidate: false });
        void showToast('success', t('profile.saved', 'Profile saved.' /* after a press of the button */));
      }),
  };
}
