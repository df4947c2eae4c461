import { type ReactNode, useId } from 'react';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { t } from '@/lib/texts/texts';

type SettingsSectionProps = { title: string; about: ReactNode; children: ReactNode };

/** One group of settings: title and description on the left, controls on the right; stacked on small screens. */
export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-8 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{about}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

export const settingsListClasses = 'rounded-card border border-line bg-surface';

type SettingsRowProps = { icon: Elements; children: ReactNode; action?: ReactNode };

/** The action moves below the text on the smallest screens. */
export const SettingsRow = ({ icon, children, action }: SettingsRowProps) => (
  <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-line px-4 py-3.5 not-first:border-t">
    {icon}
    <div className="min-w-0 flex-[1_1_10rem]">{children}</div>
    {action && <div className="max-[24rem]:ms-9.5">{action}</div>}
  </li>
);

type ListFailureProps = { sentence: string; onRetry: () => void };

export const ListFailure = ({ sentence, onRetry }: ListFailureProps) => (
  <div role="alert" className="flex flex-wrap items-center gap-3">
    <p className="text-danger">{sentence}</p>
    <Button onClick={onRetry}>{t('action.tryAgain', 'Try again')}</Button>
  </div>
);
