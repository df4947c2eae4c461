import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import type { AnswerOf } from '@/lib/contract/call';
import { findTextsCall } from '@/lib/contract/editing';
import { useSessionToken } from './use-session-token';

/** What a listed product says now, for a form to change it. Loads nothing until it is needed. */
export function useTexts(id: string, isNeeded: boolean) {
  const token = useSessionToken();
  const { data, error, mutate } = useSWR<AnswerOf<typeof findTextsCall>, ApiFailure>(
    token && isNeeded ? [token, 'texts', id] : null,
    () => call(findTextsCall, { params: { id } }),
    // A reload would replace what is typed in the form.
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  return {
    found: data,
    error,
    /** Never rejects. */
    refresh: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}
