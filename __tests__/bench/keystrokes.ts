import { createRandom } from './search-records';

/** The text typed up to one keystroke, and the kind of typing. */
export type Keystroke = {
  query: string;
  kind:
    | 'a first letter'
    | 'a name'
    | 'a name with a mistake'
    | 'a word nobody has'
    | 'a name, filtered and counted'
    | 'a name, by two facets'
    | 'a name, all facets counted';
  filters?: string;
  /** The facets to count. */
  facets?: readonly string[];
};

/** Adds one typo: swapped letters, or a letter missing, doubled or wrong; sometimes in the first letter. */
function mistype(name: string, random: () => number): string {
  const at = Math.floor(random() * (name.length - 1));
  const [before, letter = '', next = '', after] = [
    name.slice(0, at),
    name[at],
    name[at + 1],
    name.slice(at + 2),
  ];
  const slips = [
    before + next + letter + after,
    before + next + after,
    before + letter + letter + next + after,
    `${before}x${next}${after}`,
  ];
  return slips[Math.floor(random() * slips.length)] ?? name;
}

/** Broad ones and narrow ones. */
const TWO_FACETS = [
  'price:Free AND platform:Linux',
  'price:Paid AND license:MIT',
  'platform:Web AND variable:true',
  'language:"Language 9" AND price:"Free plan"',
  'platform:macOS AND language:"Language 20"',
];

const prefixes = (text: string) => Array.from(text, (_, index) => text.slice(0, index + 1));

/** Names of existing records typed letter by letter, some with a typo, some filtered; every single letter; unknown words. */
export function makeKeystrokes(names: readonly string[], tags: readonly string[], seed = 7): Keystroke[] {
  const random = createRandom(seed);
  const any = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? '';
  const keystrokes: Keystroke[] = Array.from('abcdefghijklmnopqrstuvwxyz', (query) => ({
    query,
    kind: 'a first letter',
  }));
  for (let round = 0; round < 60; round += 1) {
    for (const query of prefixes(any(names))) {
      keystrokes.push({ query, kind: 'a name' });
      // In turns with the same words without them, so that the two can be compared.
      keystrokes.push({ query, filters: any(TWO_FACETS), kind: 'a name, by two facets' });
      if (round % 4 === 0) keystrokes.push({ query, facets: ['*'], kind: 'a name, all facets counted' });
    }
    for (const query of prefixes(mistype(any(names), random)))
      keystrokes.push({ query, kind: 'a name with a mistake' });
    const filters = `tags:"${any(tags)}"${random() < 0.3 ? ` AND NOT tags:"${any(tags)}"` : ''}`;
    if (round % 4 === 0) {
      for (const query of prefixes(any(names)))
        keystrokes.push({ query, filters, facets: ['tags'], kind: 'a name, filtered and counted' });
      for (const query of prefixes(`zq${any(names).split('').reverse().join('')}`))
        keystrokes.push({ query, kind: 'a word nobody has' });
    }
  }
  return keystrokes;
}

const PHRASES = 300;

/** Phrases of 2 to 8 words from different texts, which hardly any product has all of. */
export function makePhrases(texts: readonly string[], seed = 7): string[] {
  const random = createRandom(seed);
  const any = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? '';
  return Array.from({ length: PHRASES }, (_, index) =>
    Array.from({ length: 2 + (index % 7) }, () => any(any(texts).split(' '))).join(' '),
  );
}
