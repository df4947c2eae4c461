import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import {
  findModerationContextCall,
  type ModerationContext,
  listQueueGroupsCall,
  type QueueGroup,
  type PresentPage,
  readPresentPageCall,
} from '@/lib/contract/moderation-queue';
import { useSessionToken } from './use-session-token';

const once = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false } as const;

/** What is known beside a product of the queue. The page loads apart, because a site may answer slowly. */
export function useModerationContext(id: string) {
  const token = useSessionToken();
  const context = useSWR<ModerationContext, ApiFailure>(
    token ? [token, 'moderation-context', id] : null,
    () => call(findModerationContextCall, { params: { id } }),
    once,
  );
  const page = useSWR<PresentPage, ApiFailure>(
    token ? [token, 'present-page', id] : null,
    () => call(readPresentPageCall, { params: { id } }),
    once,
  );
  return {
    context: context.data,
    page: page.data,
    error: context.error,
    pageError: page.error,
  };
}

const REFRESH_MS = 30_000;

/** The largest groups of the queue. Without them, or while they load, the queue works as a list. */
export function useQueueGroups() {
  const token = useSessionToken();
  const { data, mutate } = useSWR<QueueGroup[], ApiFailure>(
    token ? [token, 'queue-groups'] : null,
    async () => (await call(listQueueGroupsCall)).groups,
    { refreshInterval: REFRESH_MS },
  );
  return {
    groups: data ?? [],
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}
