import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { callLate } from '@/lib/api/late-call';
import type { CountedTag } from '@/lib/contract/tag';

const NONE: readonly CountedTag[] = [];

/** Every tag, most used first. Empty until they are loaded, and if they can't be. */
export function useTags(): readonly CountedTag[] {
  const { data = NONE } = useSWR<readonly CountedTag[], ApiFailure>('tags', loadTags, {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    shouldRetryOnError: false,
  });
  return data;
}

async function loadTags() {
  const loading = import('@/lib/contract/tag').then(({ listTagsCall }) => listTagsCall);
  return (await callLate(loading)).tags;
}
