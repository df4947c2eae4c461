import { buttonClasses } from '@/components/ui/button';
import type { FilterRange } from '@/lib/pages/filter-panel';
import { t } from '@/lib/texts/texts';

type RangeFormProps = {
  field: { key: string; label: string };
  action?: string;
  range: FilterRange;
};

function labelOf(end: 'from' | 'to', label: string, unit: string | undefined): string {
  if (unit)
    return end === 'from'
      ? t('rangeForm.fromInUnit', '{label}, from, {unit}' /* Price, from, EUR */, { label, unit })
      : t('rangeForm.toInUnit', '{label}, to, {unit}' /* Price, to, EUR */, { label, unit });
  return end === 'from'
    ? t('rangeForm.fromOf', '{label}, from' /* Price, from */, { label })
    : t('rangeForm.toOf', '{label}, to' /* Price, to */, { label });
}

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
          placeholder={
            end === 'from'
              ? t('rangeForm.from', 'From' /* which number or day */)
              : t('rangeForm.to', 'To' /* which number or day */)
          }
          aria-label={labelOf(end, label, range.unit)}
          className="field h-target min-w-0"
        />
      ))}
      <button type="submit" className={buttonClasses({ size: 'small' })}>
        {t('rangeForm.apply', 'Apply' /* a verb: filters a list */)}
      </button>
    </form>
  );
}
