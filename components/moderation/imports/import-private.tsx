import type { SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import { rich } from '@/lib/texts/rich';
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
        {rich(
          'importPrivate.count',
          "<b>{count, plural, one {# entry is} other {# entries are}} marked as private.</b> <choice>{isListed, select, true {You chose to list them, too.} other {They're left out.}}</choice>",
          {
            count,
            isListed: withPrivate,
            b: (inner) => <strong>{inner}</strong>,
            choice: (inner) => <span>{inner}</span>,
          },
        )}
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
