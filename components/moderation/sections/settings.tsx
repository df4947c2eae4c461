import { currentItemClasses, stripItemClasses } from '@/components/layout/navigation-strip';
import { useRouter } from 'next/router';
import { SettingsForm } from '@/components/moderation/settings/settings-form';
import { SettingsHistory } from '@/components/moderation/settings/settings-history';
import { SETTINGS_PAGES, settingsPageOf, settingsPath, settingsTitle } from '@/lib/pages/settings-pages';
import { sectionPath } from '@/lib/pages/moderation-sections';
import { t } from '@/lib/texts/texts';

/** The settings of the site, one group at a time, and the history of their changes. For admins. */
export default function SiteSettings() {
  const current = settingsPageOf(useRouter().query.group);
  return (
    <>
      <p className="mt-2 max-w-prose text-muted">
        {t(
          'settings.about',
          'What you save holds on the whole site within a second. What belongs to the machine is in the environment of the site.',
        )}
      </p>
      <p className="mt-2">
        <a href={sectionPath('setup')} className="font-semibold text-accent hover:underline">
          {t('settings.toSetup', 'First steps of a new site')}
        </a>
      </p>
      <p className="mt-2">
        <a href={sectionPath('backups')} className="font-semibold text-accent hover:underline">
          {t('moderationMenu.backups', 'Backups')}
        </a>
      </p>
      <nav aria-label={t('settings.menu', 'Groups of settings')} className="mt-4">
        <ul className="-mx-3 flex flex-wrap gap-x-1">
          {SETTINGS_PAGES.map((name) => (
            <li key={name}>
              <a
                href={settingsPath(name)}
                aria-current={name === current ? 'page' : undefined}
                className={`${stripItemClasses} ${currentItemClasses}`}
              >
                {settingsTitle(name)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <h2 className="mt-6 text-lg font-bold">{settingsTitle(current)}</h2>
      {/* The key makes React mount a new form, without what was typed in the one before. */}
      {current === 'history' ? <SettingsHistory /> : <SettingsForm key={current} group={current} />}
    </>
  );
}
