import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { Field, FieldError } from '@/components/ui/field';
import { hidden } from '@/components/ui/visually-hidden';
import type { Setting } from '@/lib/contract/setting';
import { joinSentences } from '@/lib/texts/sentences';
import { rich } from '@/lib/texts/rich';
import { t } from '@/lib/texts/texts';
import { readLines, readRows, readTexts, writeList } from '@/lib/pages/setting-values';
import { LogoField, ShownValue } from './logo-field';
import { SecretField } from './secret-field';

type SettingFieldProps = {
  setting: Setting;
  /** What is typed, or else stored. Empty for nothing. */
  value: string;
  error?: string;
  onEdit: (value: string) => void;
};

/** The field of any setting, by its kind. */
export function SettingField(props: SettingFieldProps) {
  const { setting } = props;
  if (setting.fixedBy !== null) return <FixedField setting={setting} />;
  switch (setting.kind) {
    case 'choice':
      return <ChoiceField {...props} />;
    case 'several':
      return <SeveralField {...props} />;
    case 'rows':
      return <RowsField {...props} />;
    case 'image':
      return <LogoField {...props} />;
    case 'secret':
      return <SecretField {...props} hint={hintOf(setting, setting.stored ?? undefined)} />;
    default:
      return <TextField {...props} />;
  }
}

/** A value as people read it. */
export const sayValue = ({ choices, kind, columns }: Setting, value: string): string => {
  if (value === '') return t('settings.nothing', 'Nothing' /* in place of the value of a setting */);
  if (kind === 'rows')
    return readRows(value)
      .map((row) => columns.map(({ key }) => row[key] ?? '').join(' · '))
      .join('\n');
  const said = (one: string) => choices.find((choice) => choice.value === one)?.label ?? one;
  return kind === 'lines' || kind === 'several' ? readTexts(value).map(said).join('\n') : said(value);
};

const hintOf = ({ meaning, unit, default: fallback, ...setting }: Setting, own?: string): string =>
  joinSentences([
    meaning,
    own,
    unit && t('settings.unit', 'In {unit}.' /* a number is in this unit: days, percent */, { unit }),
    fallback !== '' &&
      t('settings.default', 'Default: {value}.' /* what holds without a value */, {
        value: sayValue({ meaning, unit, default: fallback, ...setting }, fallback),
      }),
  ]);

function FixedField({ setting }: { setting: Setting }) {
  const { label, fixedBy, value } = setting;
  return (
    <div>
      <h3 className="font-semibold">{label}</h3>
      <p dir="auto" className="mt-1.5 text-page-start whitespace-pre-line wrap-anywhere">
        <ShownValue kind={setting.kind} value={sayValue(setting, value)} />
      </p>
      <p className="mt-1.5 text-sm text-muted">{joinSentences([setting.meaning, fixedBy])}</p>
    </div>
  );
}

function TextField({ setting, value, error, onEdit }: SettingFieldProps) {
  const { name, group, label, kind } = setting;
  const keptAs = `settings ${group}/${name}`;
  const shared = {
    ...{ name, label, error, autoComplete: 'off' },
    hint: hintOf(setting),
  };
  if (kind === 'lines')
    return (
      <Field
        {...shared}
        keptAs={keptAs}
        multiline
        value={readLines(value)}
        onChange={({ currentTarget }) => onEdit(writeList(currentTarget.value.split('\n')))}
      />
    );
  if (kind === 'text')
    return (
      <Field
        {...shared}
        keptAs={keptAs}
        multiline
        value={value}
        onChange={({ currentTarget }) => onEdit(currentTarget.value.replaceAll('\n', ' '))}
      />
    );
  return (
    <Field
      {...shared}
      keptAs={keptAs}
      value={value}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      placeholder={setting.default}
      onChange={({ currentTarget }) => onEdit(currentTarget.value)}
      aside={kind === 'color' ? <Swatch label={label} value={value} onEdit={onEdit} /> : undefined}
    />
  );
}

/** The browser's own picker of colors. */
const Swatch = ({ label, value, onEdit }: Omit<SettingFieldProps, 'setting'> & { label: string }) => (
  <input
    type="color"
    aria-label={t('settings.pickColor', '{label}: choose from a palette', { label })}
    value={/^#[\da-f]{6}$/i.test(value) ? value.toLowerCase() : ''}
    onChange={({ currentTarget }) => onEdit(currentTarget.value)}
    className="size-8 cursor-pointer"
  />
);

function ChoiceField({ setting, value, error, onEdit }: SettingFieldProps) {
  const id = useId();
  const { name, label, choices } = setting;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        className="field h-target-thumb"
        onChange={({ currentTarget }) => onEdit(currentTarget.value)}
      >
        <option value="">
          {t('settings.asDefault', 'Default: {value}' /* a choice of a setting */, {
            value: sayValue(setting, setting.default),
          })}
        </option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Hint id={`${id}-hint`}>{setting.meaning}</Hint>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function SeveralField({ setting, value, error, onEdit }: SettingFieldProps) {
  const id = useId();
  const { label, choices } = setting;
  const chosen = readTexts(value);
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`} data-invalid={error ? true : undefined}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Choice
            key={choice.value}
            type="checkbox"
            checked={chosen.includes(choice.value)}
            onChange={({ currentTarget }) =>
              onEdit(
                writeList(
                  choices
                    .map(({ value: one }) => one)
                    .filter((one) => (one === choice.value ? currentTarget.checked : chosen.includes(one))),
                ),
              )
            }
          >
            {choice.label}
          </Choice>
        ))}
      </div>
      <Hint id={`${id}-hint`}>{setting.meaning}</Hint>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

function RowsField({ setting, value, error, onEdit }: SettingFieldProps) {
  const id = useId();
  const { label, columns } = setting;
  const rows = readRows(value);
  const write = (changed: readonly Readonly<Record<string, string>>[]) =>
    onEdit(changed.length > 0 ? JSON.stringify(changed) : '');
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`} data-invalid={error ? true : undefined}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <ol className="flex flex-col gap-3">
        {rows.map((row, index) => (
          <li key={index} className="flex flex-col gap-3 rounded-card border border-line p-4">
            {columns.map((column) => (
              <Field
                key={column.key}
                label={column.label}
                value={row[column.key] ?? ''}
                autoComplete="off"
                onChange={({ currentTarget }) =>
                  write(rows.with(index, { ...row, [column.key]: currentTarget.value }))
                }
              />
            ))}
            <Button size="small" onClick={() => write(rows.toSpliced(index, 1))} className="self-start">
              {rich('settings.removeRow', 'Remove<hidden> from {label}: row {number}</hidden>', {
                hidden,
                label,
                number: String(index + 1),
              })}
            </Button>
          </li>
        ))}
      </ol>
      <Button
        size="small"
        className="mt-3"
        onClick={() => write([...rows, Object.fromEntries(columns.map(({ key }) => [key, '']))])}
      >
        {rich('settings.addRow', 'Add a row<hidden> to {label}</hidden>', { hidden, label })}
      </Button>
      <Hint id={`${id}-hint`}>{setting.meaning}</Hint>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

const Hint = ({ id, children }: { id: string; children: string }) => (
  <p id={id} className="mt-1.5 text-sm text-muted">
    {children}
  </p>
);
