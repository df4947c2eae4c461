import { buttonClasses } from '@/components/ui/button';
import type { FilterRange } from '@/lib/pages/filter-panel';
import { t } from '@/lib/texts/texts';

type RangeFormProps = {
  field: { key: string; label: string };
  action?: string;
  range: FilterRange;
};

/** Filters a list from one number or day to another. Works without JavaScript. */
export function RangeForm({ field: { key, label }, action, range }: RangeFormProps) {
  return (
    <form method="get" action={action} className="flex items-center gap-2">
      {range.carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {(['from', 'to'] as const).map((end) => (
        <input
          key={end}
          type={range.type}
          step={range.type === 'number' ? 'any' : undefined}
          name={`${key}.${end}`}
          defaultValue={range[end]}
          placeholder={end === 'from' ? t('rangeForm.from', 'From') : t('rangeForm.to', 'To')}
          aria-label={`${label}, ${end}${range.unit ? `, ${range.unit}` : ''}`}
          className="field h-target min-w-0"
        />
      ))}
      <button type="submit" className={buttonClasses({ size: 'small' })}>
        {t('rangeForm.apply', 'Apply')}
      </button>
    </form>
  );
}
