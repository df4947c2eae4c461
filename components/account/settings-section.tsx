import { type ReactNode, useId } from 'react';

type SettingsSectionProps = {
  title: string;
  /** What it is about, in a sentence. */
  about: ReactNode;
  children: ReactNode;
};

/** One thing to set: what it is on the left, its controls on the right; one below the other on small screens. */
export function SettingsSection({ title, about, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="settings-section">
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
