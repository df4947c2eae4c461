import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import { listQueueGroupsCall, type QueueGroup } from '@/lib/contract/moderation-queue';
import { useSessionToken } from './use-session-token';

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
