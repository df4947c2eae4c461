import useSWR from 'swr';
import type { ApiFailure } from '@/lib/api/http';
import { findDuplicates } from '@/lib/api/submissions';
import type { ProductReference } from '@/lib/contract/product-reference';
import { PRODUCT_LIMITS } from '@/lib/contract/product';
import { useDebounced } from '@/hooks/use-debounced';
import { useSessionToken } from '@/hooks/use-session-token';

const askAfterMs = 300;
const { urlCharsMax, nameCharsMax } = PRODUCT_LIMITS;

type Duplicates = { duplicateOf?: ProductReference; similar: readonly ProductReference[] };
const none: Duplicates = { similar: [] };

/**
 * What is listed already at an address and under similar names, while both are being typed. A failure is silent:
 * the server looks again when the form is sent.
 *
 * @param exceptId the product that is being edited.
 */
export function useDuplicates(typed: { url: string; name: string }, exceptId?: string): Duplicates {
  const token = useSessionToken();
  const url = useDebounced(typed.url.trim(), askAfterMs);
  const name = useDebounced(typed.name.trim(), askAfterMs);
  const isAskable = (url !== '' || name !== '') && url.length <= urlCharsMax && name.length <= nameCharsMax;

  const { data, error } = useSWR<Duplicates & { url: string }, ApiFailure>(
    token && isAskable ? [token, 'duplicates', url, name] : null,
    async () => ({ url, ...(await findDuplicates({ url: url || undefined, name: name || undefined })) }),
    // The list of similar names must not come and go with every letter.
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  if (!isAskable || !data || error) return none;
  const { duplicateOf, similar } = data;
  return {
    duplicateOf: data.url === url && duplicateOf?.id !== exceptId ? duplicateOf : undefined,
    similar: similar.filter(({ id }) => id !== exceptId),
  };
}
