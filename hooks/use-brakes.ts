import useSWR from 'swr';
import { listBrakes, releaseBrake, setBrake } from '@/lib/api/moderation/brakes';
import type { ApiFailure } from '@/lib/api/http';
import type { Brake } from '@/lib/contract/brake';
import type { BrakeName } from '@/lib/contract/plain/brake';
import { useAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

/** What is stopped for now, and the two changes. */
export function useBrakes() {
  const token = useSessionToken();
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, mutate } = useSWR<Brake[], ApiFailure>(token ? [token, 'brakes'] : null, async () => {
    const { brakes } = await listBrakes();
    return brakes;
  });
  const change = (send: () => Promise<{ brakes: Brake[] }>) =>
    attempt(async () => {
      const { brakes } = await send();
      await mutate(brakes, { revalidate: false });
    });
  return {
    /** Undefined until the list is loaded. */
    brakes: data,
    error,
    refresh: () => void mutate().catch(() => undefined),
    isChanging: isUnderWay,
    failure,
    /** Resolves to whether the change was made; so does `release`. */
    set: (name: BrakeName, note: string) => change(() => setBrake(name, note)),
    release: (name: BrakeName) => change(() => releaseBrake(name)),
  };
}
