import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import { type FormField, listFieldsCall } from '@/lib/contract/field';

/** The fields that the site declares. The form works without them: `error` offers to load them again. */
export function useFields() {
  const { data, error, mutate } = useSWR<FormField[], ApiFailure>(
    'fields',
    async () => (await call(listFieldsCall)).fields,
    {
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  );
  return {
    fields: data ?? [],
    error,
    /** Never rejects. */
    tryAgain: async (): Promise<void> => {
      await mutate().catch(() => undefined);
    },
  };
}
