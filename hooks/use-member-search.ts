import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { callLate } from '@/lib/api/late-call';
import type { Profile } from '@/lib/contract/profile';

const HANDLE = /^@([\p{L}\p{N}][\p{L}\p{N}\p{M}-]+)$/u;

/** The member whose handle is typed after an at sign, such as `@ada`. */
export function useMemberSearch(query: string): Profile | undefined {
  const handle = HANDLE.exec(query.trim())?.[1]?.toLowerCase();
  const { data } = useSWR<Profile, ApiFailure>(handle ? ['member', handle] : null, () => load(handle ?? ''), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  return data;
}

async function load(handle: string): Promise<Profile> {
  const loading = import('@/lib/contract/profile').then(({ findProfileCall }) => findProfileCall);
  return (await callLate(loading, { params: { handle } })).profile;
}
