import { type Field, fieldKey, isSideName, linkNames, matchFields } from './record-fields';

/** What a column or key is taken for. `field:license` stands for the declared field `license`. */
export type ColumnTarget = Field | 'ignore' | `field:${string}`;

/** The columns of a record by what they are taken for. */
export type MatchedColumns = Partial<Record<Field, string>> & {
  /** The columns that may hold the link, best first: another one helps out where the first is empty. */
  links: readonly string[];
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
const NAMES_MAX = 10_000;
/** Records of a list mostly have the same keys. */
const MATCHES_MAX = 200;

const MORE_TAGS = /^(?:sub)?(?:tags?|categor(?:y|ies)|topics?|keywords)\d*$/;

export type MatcherOptions = {
  /** Columns that are not named are taken for what they are called. */
  isPartial?: boolean;
  /** Names of declared fields. What a column of such a name contains says nothing else. */
  fieldNames?: readonly string[];
};

/** Tells which column or key is what: as a moderator says, or by its name. Remembers the columns of a source. */
export class ColumnMatcher {
  readonly #targets: ReadonlyMap<string, ColumnTarget> | undefined;
  readonly #found = new Map<string, FoundColumn>();
  readonly #names = new Set<string>();
  readonly #matches = new Map<string, MatchedColumns>();
  readonly #isPartial: boolean;
  readonly #fieldKeys: ReadonlySet<string>;

  /** @param targets by the name of the column. Columns without one are ignored. Undefined: by their names. */
  constructor(
    targets?: ReadonlyMap<string, ColumnTarget>,
    { isPartial = false, fieldNames = [] }: MatcherOptions = {},
  ) {
    this.#targets = targets;
    this.#isPartial = isPartial;
    this.#fieldKeys = new Set(fieldNames.map((name) => fieldKey(name.normalize('NFKC'))));
  }

  isFieldName(name: string): boolean {
    return this.#fieldKeys.has(fieldKey(name.normalize('NFKC')));
  }

  /** Whether a person has said what this column is. */
  isSaid(name: string): boolean {
    return this.#targets?.has(name) === true;
  }

  /** All columns or keys so far. `found` has the first of them alone. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  get found(): FoundColumn[] {
    return [...this.#found.values()];
  }

  /** Whether a moderator has said something about every one of these columns. */
  knows(names: readonly string[]): boolean {
    return this.#targets !== undefined && !this.#isPartial && names.every((name) => this.#targets?.has(name));
  }

  /** @param urlNames those of the columns that may hold the link; all if not given. */
  match(names: readonly string[], urlNames: readonly string[] = names): MatchedColumns {
    const key = `${names.join('\0')}\0\0${urlNames === names ? '' : urlNames.join('\0')}`;
    const known = this.#matches.get(key);
    if (known) return known;
    const matched = this.#match(names, urlNames);
    if (this.#matches.size < MATCHES_MAX) this.#matches.set(key, matched);
    return matched;
  }

  #match(names: readonly string[], urlNames: readonly string[]): MatchedColumns {
    const targets = this.#targets;
    if (!targets) return matchByName(names, urlNames);
    if (!this.#isPartial) return matchAsSaid(names, targets);
    const said = matchAsSaid(names, targets);
    const isOpen = (name: string) => !targets.has(name);
    const guessed = matchByName(names.filter(isOpen), urlNames.filter(isOpen));
    const chosen = Object.fromEntries(
      FIELDS.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])),
    );
    return {
      ...guessed,
      ...chosen,
      links: [...said.links, ...guessed.links],
      moreTags: [
        ...said.moreTags,
        ...(said.tags !== undefined && guessed.tags !== undefined ? [guessed.tags] : []),
        ...guessed.moreTags,
      ],
      extras: new Map([...guessed.extras, ...said.extras]),
    };
  }

  /** Remembers columns, and the first values of each. */
  note(valued: Iterable<readonly [name: string, value: string]>, guessed?: MatchedColumns): void {
    const missing: string[] = [];
    for (const [name, value] of valued) {
      const known = this.#found.get(name);
      if (known && known.samples.length >= SAMPLES_MAX) continue;
      if (!known) {
        if (this.#names.size < NAMES_MAX) this.#names.add(name);
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

  #guess({ links: _, moreTags, extras: __, ...fields }: MatchedColumns): void {
    for (const column of this.#found.values())
      column.guess = moreTags.includes(column.name) ? 'tags' : 'ignore';
    for (const target of FIELDS) {
      const column = this.#found.get(fields[target] ?? '');
      if (column) column.guess = target;
    }
  }
}

export const FIELDS = ['name', 'url', 'text', 'details', 'tags', 'date', 'oldPath'] as const;

function matchByName(names: readonly string[], urlNames: readonly string[]): MatchedColumns {
  const links = linkNames(urlNames);
  const fields = matchFields(names, links[0]);
  // A name that no list knows, unless it says that the link leads elsewhere.
  const others =
    urlNames === names ? [] : urlNames.filter((name) => !links.includes(name) && !isSideName(name));
  const url = links[0] ?? others[0];
  const moreTags = names.filter((name) => name !== fields.tags && MORE_TAGS.test(fieldKey(name)));
  const used = new Set<string | undefined>([...Object.values(fields), url, ...moreTags]);
  const extras = new Map(names.flatMap((name) => (used.has(name) ? [] : [[name, name] as const])));
  return { ...fields, url, links: [...links, ...(links.length === 0 ? others : [])], moreTags, extras };
}

function matchAsSaid(names: readonly string[], targets: ReadonlyMap<string, ColumnTarget>): MatchedColumns {
  const namesOf = (target: ColumnTarget) => names.filter((name) => targets.get(name) === target);
  const [tags, ...moreTags] = namesOf('tags');
  const extras = new Map<string, string>();
  for (const name of names) {
    const target = targets.get(name);
    if (target?.startsWith('field:')) extras.set(target.slice('field:'.length), name);
  }
  const links = namesOf('url');
  const [name, text, details, date, oldPath] = (['name', 'text', 'details', 'date', 'oldPath'] as const).map(
    (target) => namesOf(target)[0],
  );
  return { name, url: links[0], links, text, details, tags, date, oldPath, moreTags, extras };
}
