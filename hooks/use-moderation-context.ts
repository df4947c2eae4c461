import useSWR from 'swr';
import { findModerationContext, readPresentPage } from '@/lib/api/moderation/moderation';
import type { ApiFailure } from '@/lib/api/http';
import type { ModerationContext } from '@/lib/contract/moderation-context';
import type { PresentPage } from '@/lib/contract/present-page';
import { useSessionToken } from './use-session-token';

const once = { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false } as const;

/** What is known beside a product of the queue. The page loads apart, because a site may answer slowly. */
export function useModerationContext(id: string) {
  const token = useSessionToken();
  const context = useSWR<ModerationContext, ApiFailure>(
    token ? [token, 'moderation-context', id] : null,
    () => findModerationContext(id),
    once,
  );
  const page = useSWR<PresentPage, ApiFailure>(
    token ? [token, 'present-page', id] : null,
    () => readPresentPage(id),
    once,
  );
  return {
    context: context.data,
    page: page.data,
    error: context.error,
    pageError: page.error,
  };
}
