import type { CountedTag } from './contract/tag';
import { perLanguage, textsLanguage } from './texts/language';

/** `children` are the tags right below a tag. They are in the group of their own letter, too. */
export type GroupedTag = CountedTag & { children?: CountedTag[] };

export type TagGroup = { letter: string; tags: GroupedTag[] };

const byName = /* @__PURE__ */ perLanguage(
  (language) => new Intl.Collator(language, { numeric: true, sensitivity: 'base' }),
);

/** Groups tags by their first letter without its accent. Names that begin with no letter are in `#`, the last group. */
export function groupTagsByLetter(tags: readonly CountedTag[]): TagGroup[] {
  const groups = new Map<string, GroupedTag[]>();
  const { compare } = byName();
  const sorted = tags.toSorted((one, other) => compare(one.name, other.name));
  const childrenOf = new Map<string, CountedTag[]>();
  for (const tag of sorted) {
    if (tag.parentSlug === undefined) continue;
    childrenOf.set(tag.parentSlug, [...(childrenOf.get(tag.parentSlug) ?? []), tag]);
  }
  for (const tag of sorted) {
    const letter = firstLetter(tag.name);
    const children = childrenOf.get(tag.slug);
    groups.set(letter, [...(groups.get(letter) ?? []), { ...tag, ...(children && { children }) }]);
  }
  return [...groups]
    .map(([letter, grouped]) => ({ letter, tags: grouped }))
    .toSorted((one, other) => Number(one.letter === '#') - Number(other.letter === '#'));
}

function firstLetter(name: string): string {
  const [first = ''] = name.normalize('NFD');
  return /\p{L}/u.test(first) ? first.toLocaleUpperCase(textsLanguage()) : '#';
}

/** Whether one of a tag's names contains the typed text, regardless of case and accents. */
export const matchesTagFilter = ({ name, otherNames = [] }: CountedTag, typed: string) =>
  [name, ...otherNames].some((each) => fold(each).includes(fold(typed.trim())));

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
