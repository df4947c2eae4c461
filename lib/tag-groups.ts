import type { CountedTag } from './contract/tag';

export type TagGroup = { letter: string; tags: CountedTag[] };

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Groups tags by their first letter without its accent. Names that begin with no letter are in `#`, the last group. */
export function groupTagsByLetter(tags: readonly CountedTag[]): TagGroup[] {
  const groups = new Map<string, CountedTag[]>();
  for (const tag of tags.toSorted((one, other) => byName.compare(one.name, other.name))) {
    const letter = firstLetter(tag.name);
    groups.set(letter, [...(groups.get(letter) ?? []), tag]);
  }
  return [...groups]
    .map(([letter, grouped]) => ({ letter, tags: grouped }))
    .toSorted((one, other) => Number(one.letter === '#') - Number(other.letter === '#'));
}

function firstLetter(name: string): string {
  const [first = ''] = name.normalize('NFD');
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase('en') : '#';
}

/** Whether one of a tag's names contains the typed text, regardless of case and accents. */
export const matchesTagFilter = ({ name, otherNames = [] }: CountedTag, typed: string) =>
  [name, ...otherNames].some((each) => fold(each).includes(fold(typed.trim())));

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
