import { NotLoaded } from '@/components/moderation/moderator-list';
import { buttonClasses } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { hidden } from '@/components/ui/visually-hidden';
import { useViewerData } from '@/hooks/use-viewer-data';
import { call } from '@/lib/api/http';
import { findSetupCall, type Setup, type SetupStep } from '@/lib/contract/setup';
import { sectionPath } from '@/lib/pages/moderation-sections';
import { settingsPath, settingsTitle } from '@/lib/pages/settings-pages';
import { SESSION_LIMITS } from '@/lib/contract/plain/site';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';

/** Without a path, the step is not done in the browser. */
type Step = { title: string; why: string; path?: string };

const STEPS: Readonly<Record<SetupStep, (setup: Setup) => Step>> = {
  account: () => ({
    title: t('setupStep.account', 'A way to sign in again'),
    why: t(
      'setupStep.accountWhy',
      'This browser stays signed in for {days} days, at this address. To sign in again or elsewhere, add a way to sign in to your account. A passkey works at this address alone.',
      { days: SESSION_LIMITS.days },
    ),
    path: '/account/settings',
  }),
  name: () => ({
    title: settingsTitle('site'),
    why: t(
      'setupStep.nameWhy',
      'What the site is called, what it lists, and the sentence that describes it. Every text of the site uses these words.',
    ),
    path: settingsPath('site'),
  }),
  look: () => ({
    title: settingsTitle('look'),
    why: t('setupStep.lookWhy', 'The logo, the color of buttons and links, and how lists look.'),
    path: settingsPath('look'),
  }),
  people: () => ({
    title: t('setupStep.people', 'Who can join'),
    why: t('setupStep.peopleWhy', 'How members sign in, and who can create an account.'),
    path: settingsPath('people'),
  }),
  mail: () => ({
    title: settingsTitle('mail'),
    why: t(
      'setupStep.mailWhy',
      'With a mail server, the site sends codes to sign in, the newsletter, and notices of work that waits.',
    ),
    path: settingsPath('mail'),
  }),
  products: () => ({
    title: t('setupStep.products', 'The first {nouns}'),
    why: t(
      'setupStep.productsWhy',
      'Paste the address of a list, upload a file such as CSV or bookmarks, or start empty and let people submit.',
    ),
    path: sectionPath('import'),
  }),
  address: ({ siteURL }) => ({
    title: t('setupStep.address', 'The public address'),
    why: t(
      'setupStep.addressWhy',
      'The site is at {siteURL} now. To publish it, set NEXT_PUBLIC_SITE_URL to its public address in the environment of the site, and start it again.',
      { siteURL },
    ),
  }),
};

/** The first steps of an owner, in any order: each leads to where it is done. For admins. */
export default function SetupSteps() {
  const { data, error, refresh } = useViewerData<Setup>(['setup'], () => call(findSetupCall));
  const doneCount = data?.steps.filter(({ isDone }) => isDone).length ?? 0;
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'setup.steps',
          'What most owners decide first. Leave out what you like: everything can be changed later, in the settings.',
        )}
      </p>
      {!data && (
        <NotLoaded
          failed={t('setup.notLoaded', "We couldn't load the steps")}
          error={error}
          onRetry={() => void refresh()}
          className="h-48"
        />
      )}
      {data && (
        <p className="mt-4 font-semibold">
          {t('setup.progress', '{doneCount} of {count} done', { doneCount, count: data.steps.length })}
        </p>
      )}
      <ol className="mt-4 max-w-prose border-t border-line">
        {data?.steps.map(({ name, isDone }) => (
          <StepItem key={name} {...STEPS[name](data)} isDone={isDone} />
        ))}
      </ol>
    </>
  );
}

const StepItem = ({ title, why, path, isDone }: Step & { isDone: boolean }) => (
  <li className="flex flex-wrap items-center gap-4 border-b border-line py-4">
    <div className="min-w-0 flex-1 basis-60">
      <h2 className="flex items-center gap-2 font-semibold">
        <span>{title}</span>
        {isDone && (
          <span className="flex items-center gap-1 text-sm font-normal text-accent">
            <Icon name="check" className="size-4" />
            <span>{t('setup.done', 'Done' /* a step of the setup */)}</span>
          </span>
        )}
      </h2>
      <p className="mt-1 text-sm text-muted wrap-anywhere">{why}</p>
    </div>
    {path !== undefined && (
      <a href={path} className={buttonClasses()}>
        {isDone
          ? rich('setup.change', 'Change<hidden> {title}</hidden>', { hidden, title })
          : rich('setup.decide', 'Decide<hidden> {title}</hidden>', { hidden, title })}
      </a>
    )}
  </li>
);
