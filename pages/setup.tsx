import { useRouter } from 'next/router';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Message } from '@/components/layout/message-page';
import { Page } from '@/components/layout/page';
import { Button, buttonClasses } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Spinner } from '@/components/ui/spinner';
import { useFragmentToken } from '@/hooks/use-fragment-token';
import { useUser } from '@/hooks/use-user';
import { unreachableMessage } from '@/lib/api/unreachable';
import { readFormFields } from '@/lib/browser/window';
import { PROFILE_LIMITS } from '@/lib/contract/user';
import { loadNothing } from '@/lib/pages/load-page';
import { sectionPath } from '@/lib/pages/moderation-sections';
import { storeSessionToken } from '@/lib/session-token';
import { t } from '@/lib/texts/texts';

SetupPage.getInitialProps = loadNothing;

/** Where the setup link of a new site leads. Its HTML is the same for everyone: the token is in the fragment. */
export default function SetupPage() {
  return (
    <Page title={t('setup.title', 'Set up this site' /* the title of a page for its owner */)}>
      <Setup />
    </Page>
  );
}

function Setup() {
  const token = useFragmentToken();
  const { user, isLoading } = useUser();
  if (!token || (isLoading && !user)) return <Waiting />;
  if (user?.role === 'admin') {
    return (
      <Message
        icon="check"
        title={t('setup.isAdmin', 'You are the admin of this site.')}
        actions={
          <a href={sectionPath('setup')} className={buttonClasses({ look: 'primary' })}>
            {t('setup.goOn', 'Set up the site')}
          </a>
        }
      >
        <p>{t('setup.goOnHelp', 'Go on with the first steps where you left them.')}</p>
      </Message>
    );
  }
  if (token.value === '') {
    return (
      <Message icon="alert" title={t('setup.noToken', 'This page needs a link')}>
        <p>
          {t(
            'setup.noTokenHelp',
            'A site without an admin prints the link when it starts, and the command “listgrove doctor” shows it again. Open it whole.',
          )}
        </p>
      </Message>
    );
  }
  return <FirstAdmin token={token.value} memberName={user?.name} />;
}

function Waiting() {
  return (
    <Message
      icon="settings"
      title={t('setup.title', 'Set up this site' /* the title of a page for its owner */)}
    >
      <noscript>
        <p>{t('setup.needsScripts', 'The setup needs JavaScript.')}</p>
      </noscript>
      <div className="needs-script grid place-items-center">
        <Spinner />
      </div>
    </Message>
  );
}

/** @param memberName of a member who is signed in and becomes the admin. Anybody else names the new account. */
function FirstAdmin({ token, memberName }: { token: string; memberName: string | undefined }) {
  const [failure, setFailure] = useState<{ message: string; field?: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const router = useRouter();

  useEffect(() => {
    if (failure?.field) form.current?.querySelector('input')?.focus();
  }, [failure]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    setFailure(undefined);
    const failed = await becomeAdmin(
      memberName === undefined
        ? { token, name: readFormFields(event.currentTarget, ['name']).name }
        : { token },
    );
    if (failed) {
      setFailure(failed);
      setIsBusy(false);
      return;
    }
    await router.push(sectionPath('setup'));
  }

  return (
    <div className="mx-auto max-w-md py-16 sm:py-20">
      <h1 className="text-2xl font-extrabold">{t('setup.titleOwner', 'Welcome. This site is yours.')}</h1>
      <p className="mt-3 text-muted">
        {t(
          'setup.about',
          'You become its admin: you decide how it looks, who can join and what is listed. The link works once.',
        )}
      </p>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 flex flex-col gap-5"
      >
        {memberName === undefined ? (
          <Field
            name="name"
            label={t('setup.name', 'Your name')}
            hint={t('setup.nameHint', 'Others see it beside what you do here. You can change it later.')}
            error={failure?.field}
            autoComplete="name"
            maxLength={PROFILE_LIMITS.nameCharsMax}
            required
          />
        ) : (
          <p className="wrap-anywhere">
            {t('setup.asMember', 'You are signed in as {name}. This account becomes the admin.', {
              name: memberName,
            })}
          </p>
        )}
        {failure && !failure.field && (
          <p role="alert" className="text-danger">
            {failure.message}
          </p>
        )}
        <Button type="submit" look="primary" size="large" aria-disabled={isBusy}>
          <span>{t('setup.become', 'Become the admin')}</span>
          {isBusy && <Spinner />}
        </Button>
      </form>
    </div>
  );
}

/** @returns why it failed. */
async function becomeAdmin(body: {
  token: string;
  name?: string;
}): Promise<{ message: string; field?: string } | undefined> {
  const loaded = await Promise.all([import('@/lib/contract/setup'), import('@/lib/api/http')]).catch(
    () => undefined,
  );
  if (!loaded) return { message: unreachableMessage() };
  const [{ redeemSetupLinkCall }, { ApiFailure, call }] = loaded;
  try {
    const { encrypted_token: token } = await call(redeemSetupLinkCall, { body });
    if (token) storeSessionToken(token);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    return { message: error.message, field: error.fields.name };
  }
}
