import { useId } from 'react';
import { FieldError } from '@/components/ui/field';
import { PAGE_PLACES, type PagePlace } from '@/lib/contract/own-page';
import { t } from '@/lib/texts/texts';
import { PLACES } from './page-places';

type PlaceFieldProps = { value: PagePlace; error?: string; onChange: (place: PagePlace) => void };

/** Where the site links to a page. */
export function PlaceField({ value, error, onChange }: PlaceFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {t('ownPages.place', 'Link' /* a choice: where the site links to a page */)}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        className="field h-target-thumb"
        onChange={({ currentTarget }) =>
          onChange(PAGE_PLACES.find((place) => place === currentTarget.value) ?? 'none')
        }
      >
        {PAGE_PLACES.map((place) => (
          <option key={place} value={place}>
            {PLACES[place]}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}
