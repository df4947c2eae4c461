import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { listTags } from '@/lib/api/tags';
import type { CountedTag } from '@/lib/contract/tag';
import { matchesTagFilter } from '@/lib/tag-groups';

const suggestionsMax = 8;

/**
 * Tags that products carry already: those that contain what was typed, the ones that begin with it first, else the
 * most used ones. None when they cannot be loaded: tags can be written without.
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
    /** The spelling that is in use for a tag that was typed; as typed when it is a new one. */
    spell: (name: string) => data.find((tag) => fold(tag.name) === fold(name))?.name ?? name.trim(),
    isNew: (name: string) => !data.some((tag) => fold(tag.name) === fold(name)),
  };
}

const fold = (name: string) => name.trim().toLowerCase();
