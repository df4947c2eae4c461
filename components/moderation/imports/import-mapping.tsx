import { type SubmitEvent, useId } from 'react';
import { Button } from '@/components/ui/button';
import {
  type ColumnTarget,
  IMPORT_FORMATS,
  type ImportDetails,
  type ImportFormat,
  type ImportMapping,
} from '@/lib/contract/import';
import { targetsOf } from './import-labels';
import { t } from '@/lib/texts/texts';

/** What a moderator can choose: all but the lists of a directory, which say themselves what they are. */
const FORMATS: Readonly<Record<Exclude<ImportFormat, 'directory'>, string>> = {
  get markdown() {
    return t('format.markdown', 'Markdown' /* the name of the format */);
  },
  html: 'HTML',
  get bookmarks() {
    return t('importMapping.bookmarks', 'Bookmarks' /* a file that a browser saves */);
  },
  csv: 'CSV',
  json: 'JSON',
  get jsonl() {
    return t('importMapping.jsonLines', 'JSON Lines' /* the name of the format */);
  },
  yaml: 'YAML',
  toml: 'TOML',
  opml: 'OPML',
};

const USES = ['tag', 'none', 'ignore'] as const;

const USE_NAMES: Record<(typeof USES)[number], string> = {
  get tag() {
    return t('importMapping.isTag', 'Is a tag' /* a heading of a list */);
  },
  get none() {
    return t('importMapping.isNoTag', 'Is no tag' /* a heading of a list */);
  },
  get ignore() {
    return t('importMapping.leaveOut', 'Leave its entries out' /* those below a heading of a list */);
  },
};

export type ImportMappingFormProps = {
  found: ImportDetails;
  isSaving: boolean;
  onSave: (mapping: ImportMapping) => void;
};

/** Says what the columns and headings of a source are. Saving makes the preview again. */
export function ImportMappingForm({ found, isSaving, onSave }: ImportMappingFormProps) {
  const { mapping, format } = found;
  const { columns = [], tags = [] } = found.found ?? {};
  const chosenColumns = new Map(mapping?.columns?.map(({ name, target }) => [name, target]));
  const rules = new Map(mapping?.tags.map((rule) => [rule.name, rule]));
  const targets = targetsOf(found);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (name: string) => {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    };
    const mapped = columns.map(({ name, guess }, index): { name: string; target: ColumnTarget } => ({
      name,
      target: targets.find(([target]) => target === read(`column-${index}`))?.[0] ?? guess,
    }));
    const isGuessed = mapped.every(({ target }, index) => target === columns[index]?.guess);
    onSave({
      format: IMPORT_FORMATS.find((known) => known === read('format')),
      ...(mapped.length > 0 && (!isGuessed || mapping?.columns) && { columns: mapped }),
      tags: tags.flatMap(({ name }, index) => {
        const use = USES.find((known) => known === read(`use-${index}`)) ?? 'tag';
        const as = read(`as-${index}`).trim();
        if (use === 'tag' && (as === '' || as === name)) return [];
        return { name, use, ...(use === 'tag' && { as }) };
      }),
      ...(mapping?.withPrivate === true && { withPrivate: true }),
    });
  }

  return (
    <details className="mt-8 rounded-card border border-line" open={found.state === 'failed'}>
      <summary className="cursor-pointer p-5 font-semibold">
        {t('importMapping.title', 'Columns and headings')}
      </summary>
      <form onSubmit={save} className="flex flex-col gap-6 p-5">
        <Choice
          label={t('importMapping.format', 'Format' /* of a list */)}
          name="format"
          initial={mapping?.format ?? format ?? 'markdown'}
          options={Object.entries(FORMATS)}
        />
        {columns.length > 0 && (
          <fieldset>
            <legend className="mb-3 font-semibold">
              {t('importMapping.columns', 'Columns' /* of a list */)}
            </legend>
            <div className="grid gap-4 sm:grid-cols-2">
              {columns.map(({ name, samples, guess }, index) => (
                <Choice
                  key={name}
                  label={name}
                  hint={samples.join(' · ')}
                  name={`column-${index}`}
                  initial={mapping?.columns ? (chosenColumns.get(name) ?? 'ignore') : guess}
                  options={targets}
                />
              ))}
            </div>
          </fieldset>
        )}
        {tags.length > 0 && (
          <fieldset>
            <legend className="font-semibold">{t('importMapping.headings', 'Headings and tags')}</legend>
            <p className="mt-1 mb-3 text-sm text-muted">
              {t(
                'importMapping.headingsText',
                'What the list calls its sections: {count, plural, other {# with the most entries}}. Type another name to list them under that tag.',
                { count: tags.length },
              )}
            </p>
            <ul className="flex flex-col gap-4">
              {tags.map(({ name, count }, index) => (
                <TagRule
                  key={name}
                  name={name}
                  count={count}
                  index={index}
                  use={rules.get(name)?.use ?? 'tag'}
                  as={rules.get(name)?.as ?? ''}
                />
              ))}
            </ul>
          </fieldset>
        )}
        <Button type="submit" aria-disabled={isSaving} className="self-start">
          {t('importMapping.save', 'Update the preview')}
        </Button>
      </form>
    </details>
  );
}

type ChoiceProps = {
  label: string;
  hint?: string;
  name: string;
  initial: string;
  options: readonly (readonly [value: string, label: string])[];
};

function Choice({ label, hint = '', name, initial, options }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0 max-w-prose">
      <label htmlFor={id} className="mb-1.5 block font-semibold wrap-anywhere">
        <bdi>{label}</bdi>
      </label>
      <select
        id={id}
        name={name}
        defaultValue={initial}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="field h-target-thumb"
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} dir="auto" className="mt-1 truncate text-page-start text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type TagRuleProps = { name: string; count: number; index: number; use: string; as: string };

function TagRule({ name, count, index, use, as }: TagRuleProps) {
  const id = useId();
  return (
    <li className="grid items-center gap-2 sm:grid-cols-2">
      <span id={id} className="wrap-anywhere">
        <bdi>{name}</bdi>{' '}
        <span className="text-sm text-muted">
          {t('importMapping.entryCount', '{count, plural, one {# entry} other {# entries}}', { count })}
        </span>
      </span>
      <select
        name={`use-${index}`}
        defaultValue={use}
        aria-label={t('importMapping.use', 'What {name} is', { name })}
        className="field h-target-thumb"
      >
        {USES.map((value) => (
          <option key={value} value={value}>
            {USE_NAMES[value]}
          </option>
        ))}
      </select>
      <input
        name={`as-${index}`}
        defaultValue={as}
        placeholder={name}
        maxLength={200}
        aria-label={t('importMapping.otherName', 'Another name for {name}', { name })}
        className="field h-target-thumb"
      />
    </li>
  );
}
