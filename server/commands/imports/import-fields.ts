import type { FieldValue } from '@/lib/contract/field';
import type { StoredText } from '@/server/base/stored-text';
import { OwnerError } from '@/server/base/errors';
import { type Field, comparableName } from '@/server/fields/field';
import type { ImportEntry } from '@/server/import/formats/import-line';
import { formatRow } from '@/lib/texts/lists';
import { text } from '@/lib/texts/texts';

export const fieldNamesOf = (fields: readonly Field[]): string[] =>
  fields.flatMap(({ label, key, formerKeys }) => [label, key, ...formerKeys]);

type ReadExtras = (
  said: Pick<ImportEntry, 'marks' | 'values'> & { extras?: Iterable<readonly [name: string, text: string]> },
) => {
  values: Record<string, FieldValue>;
  /** What is left out, and why. */
  problems: StoredText[];
};

/**
 * Finds the declared field of each column or key of a file: by key, label or former key, or as the owner says.
 *
 * @param mapped pairs like `Licence=license`.
 * @throws OwnerError for a pair that names no declared field.
 */
export function createExtrasReader(fields: readonly Field[], mapped: readonly string[]): ReadExtras {
  const byName = new Map(
    fields.flatMap((field) => fieldNamesOf([field]).map((name) => [comparableName(name), field] as const)),
  );
  for (const pair of mapped) {
    const [, name = '', key = ''] = /^(.+)=([^=]+)$/.exec(pair) ?? [];
    const field = fields.find((each) => each.key === key.trim());
    if (!field) {
      const known = fields.map((each) => each.key).join(', ') || 'none';
      throw new OwnerError(
        `--map ${pair} names no field. Write COLUMN=FIELD; the declared fields are: ${known}.`,
      );
    }
    byName.set(comparableName(name), field);
  }
  const vocabularies = fields.filter(({ recognizes }) => recognizes);
  return ({ extras = [], marks = [], values: given = {} }) => {
    const texts = new Map<Field, string[]>();
    const problems: StoredText[] = [];
    for (const [name, text] of extras) {
      const field = text.trim() === '' ? undefined : byName.get(comparableName(name));
      if (field) texts.set(field, [text]);
    }
    for (const mark of vocabularies.length === 0 ? [] : marks) {
      // The words of a link come before the page that it leads to.
      const [word = '', ...pages] = mark.split('\n');
      const known =
        [word, ...pages].find((each) => vocabularies.some(({ recognizes }) => recognizes?.(each))) ?? word;
      const [field, ...others] = vocabularies.filter(({ recognizes }) => recognizes?.(known));
      if (field && others.length === 0) texts.set(field, [...(texts.get(field) ?? []), known]);
      else
        problems.push(
          field
            ? text('import.ambiguousValue', '“{value}” left out. Several fields have this value.', {
                value: word,
              })
            : text('import.unknownValue', '“{value}” left out. No field has this value.', { value: word }),
        );
    }
    const values: Record<string, FieldValue> = {};
    for (const [field, said] of texts) {
      const [only = '', ...more] = said;
      // A cell of a table may have a text and a link.
      const inputs = more.length > 0 ? [said] : [only, ...(only.includes('\n') ? only.split('\n') : [])];
      const readings = inputs.map((input) => field.read(input));
      const reading = readings.find((each) => 'value' in each) ?? readings[0];
      if (reading && 'value' in reading) values[field.key] = reading.value;
      else problems.push(leftOut(field, formatRow(said).split('\n', 1).join(''), reading?.problem));
    }
    for (const [key, value] of Object.entries(given)) {
      const field = byName.get(comparableName(key));
      const reading = field?.read(value);
      if (field && reading && 'value' in reading) values[field.key] = reading.value;
      else if (field && reading && 'problem' in reading)
        problems.push(leftOut(field, String(value), reading.problem));
      else problems.push(text('import.noSuchField', '“{key}” left out. There is no such field.', { key }));
    }
    return { values, problems };
  };
}

const leftOut = ({ label }: Field, value: string, problem = ''): StoredText =>
  text(
    'import.valueLeftOut',
    '{label} left out: “{value}”. {problem}' /* the name of a field; a sentence */,
    {
      ...{ label, value, problem },
    },
  );
