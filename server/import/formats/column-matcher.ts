import { fieldKey, type Field, matchFields } from './record-fields';

/** What a column or key is taken for. `field:license` stands for the declared field `license`. */
export type ColumnTarget = Field | 'ignore' | `field:${string}`;

/** The columns of a record by what they are taken for. */
export type MatchedColumns = Partial<Record<Field, string>> & {
  /** Further columns that are taken for tags. */
  moreTags: readonly string[];
  /** The columns that may be values of declared fields, by the name under which these are looked for. */
  extras: ReadonlyMap<string, string>;
};

export type FoundColumn = { name: string; samples: string[]; guess: Field | 'ignore' };

const COLUMNS_MAX = 100;
const SAMPLES_MAX = 3;
const SAMPLE_CHARS_MAX = 60;
const NAME_CHARS_MAX = 200;

const MORE_TAGS = /^(?:sub)?(?:tags?|categor(?:y|ies))\d*$/;

/** Tells which column or key is what: as a moderator says, or by its name. Remembers the columns of a source. */
export class ColumnMatcher {
  readonly #targets: ReadonlyMap<string, ColumnTarget> | undefined;
  readonly #found = new Map<string, FoundColumn>();

  /** @param targets by the name of the column. Columns without one are ignored. Undefined: by their names. */
  constructor(targets?: ReadonlyMap<string, ColumnTarget>) {
    this.#targets = targets;
  }

  get found(): FoundColumn[] {
    return [...this.#found.values()];
  }

  /** Whether a moderator has said something about every one of these columns. */
  knows(names: readonly string[]): boolean {
    return this.#targets !== undefined && names.every((name) => this.#targets?.has(name));
  }

  /** @param urlNames those of the columns that may hold the link; all if not given. */
  match(names: readonly string[], urlNames: readonly string[] = names): MatchedColumns {
    if (this.#targets) return matchAsSaid(names, this.#targets);
    const { url: _, ...matched } = matchFields(names);
    const fields = { ...matched, url: matchFields(urlNames).url };
    const moreTags = names.filter((name) => name !== fields.tags && MORE_TAGS.test(fieldKey(name)));
    const used = new Set<string | undefined>([...Object.values(matchFields(names)), ...moreTags]);
    const extras = new Map(names.flatMap((name) => (used.has(name) ? [] : [[name, name] as const])));
    return { ...fields, moreTags, extras };
  }

  /** Remembers columns, and the first values of each. */
  note(valued: Iterable<readonly [name: string, value: string]>, guessed?: MatchedColumns): void {
    const missing: string[] = [];
    for (const [name, value] of valued) {
      const known = this.#found.get(name);
      if (!known) {
        if (this.#found.size >= COLUMNS_MAX || name.length > NAME_CHARS_MAX) continue;
        this.#found.set(name, { name, samples: [], guess: 'ignore' });
        missing.push(name);
      }
      const { samples = [] } = this.#found.get(name) ?? {};
      const sample = value.trim().slice(0, SAMPLE_CHARS_MAX);
      if (sample !== '' && value !== name && samples.length < SAMPLES_MAX && !samples.includes(sample))
        samples.push(sample);
    }
    if (missing.length > 0) this.#guess(guessed ?? new ColumnMatcher().match([...this.#found.keys()]));
  }

  #guess({ moreTags, extras: _, ...fields }: MatchedColumns): void {
    for (const column of this.#found.values())
      column.guess = moreTags.includes(column.name) ? 'tags' : 'ignore';
    for (const target of FIELDS) {
      const column = this.#found.get(fields[target] ?? '');
      if (column) column.guess = target;
    }
  }
}

export const FIELDS = ['name', 'url', 'text', 'details', 'tags', 'date'] as const;

function matchAsSaid(names: readonly string[], targets: ReadonlyMap<string, ColumnTarget>): MatchedColumns {
  const namesOf = (target: ColumnTarget) => names.filter((name) => targets.get(name) === target);
  const [tags, ...moreTags] = namesOf('tags');
  const extras = new Map<string, string>();
  for (const name of names) {
    const target = targets.get(name);
    if (target?.startsWith('field:')) extras.set(target.slice('field:'.length), name);
  }
  const [[name], [url], [text], [details], [date]] = [
    namesOf('name'),
    namesOf('url'),
    namesOf('text'),
    namesOf('details'),
    namesOf('date'),
  ];
  return { name, url, text, details, tags, date, moreTags, extras };
}
