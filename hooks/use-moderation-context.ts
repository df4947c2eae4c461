import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import { findModerationContextCall, type ModerationContext } from '@/lib/contract/moderation-context';
import { type PresentPage, readPresentPageCall } from '@/lib/contract/present-page';
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
