import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { listTags } from '@/lib/api/tags';
import type { CountedTag } from '@/lib/contract/tag';
import { matchesTagFilter } from '@/lib/tag-groups';

const suggestionsMax = 8;

/**
 * Suggests existing tags that contain the typed text, those that begin with it first; the most used ones while nothing
 * is typed. Suggests none when the tags cannot be loaded: a tag can be typed in full.
 */
export function useTagSuggestions(typed: string, chosen: readonly string[]) {
  const { data = [] } = useSWR<CountedTag[], ApiFailure>('tags', listTags, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  const taken = new Set(chosen.map(fold));
  const start = fold(typed);
  const matching = data.filter((tag) => !taken.has(fold(tag.name)) && matchesTagFilter(tag, typed));
  const ranked = matching.toSorted(
    (one, other) => Number(fold(other.name).startsWith(start)) - Number(fold(one.name).startsWith(start)),
  );

  return {
    suggestions: ranked.slice(0, suggestionsMax),
    /** The existing spelling of a typed tag; the text as typed when the tag is new. */
    spell: (name: string) => data.find((tag) => fold(tag.name) === fold(name))?.name ?? name.trim(),
    isNew: (name: string) => !data.some((tag) => fold(tag.name) === fold(name)),
  };
}

const fold = (name: string) => name.trim().toLowerCase();
