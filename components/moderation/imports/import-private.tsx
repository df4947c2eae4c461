import type { SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { t } from '@/lib/texts/texts';
import type { ImportMappingFormProps } from './import-mapping';

/** Asks for what its owner has marked as private, which is left out without an answer. */
export function PrivateChoice({ found, isSaving, onSave }: ImportMappingFormProps) {
  const count = found.found?.privateCount ?? 0;
  if (count === 0) return null;
  const { withPrivate = false, ...mapping } = found.mapping ?? { tags: [] };
  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const isChosen = new FormData(event.currentTarget).has('private');
    onSave({ ...mapping, ...(isChosen && { withPrivate: true }) });
  }
  return (
    <form
      onSubmit={save}
      className="mt-6 flex flex-col items-start gap-3 rounded-card border border-edge p-5"
    >
      <p>
        <strong>
          {t(
            'importPrivate.count',
            '{count, plural, one {# entry is} other {# entries are}} marked as private.',
            { count },
          )}
        </strong>{' '}
        <span>
          {withPrivate
            ? t('importPrivate.chosen', 'You chose to list them, too.')
            : t('importPrivate.leftOut', "They're left out.")}
        </span>
      </p>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          name="private"
          defaultChecked={withPrivate}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <span>{t('importPrivate.choose', 'List private entries, too. Everybody will see them here.')}</span>
      </label>
      <Button type="submit" aria-disabled={isSaving}>
        {t('importMapping.save', 'Update the preview')}
      </Button>
    </form>
  );
}
