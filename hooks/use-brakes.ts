import useSWR from 'swr';
import { type ApiFailure, call } from '@/lib/api/http';
import { type Brake, listBrakesCall, releaseBrakeCall, setBrakeCall } from '@/lib/contract/brake';
import type { BrakeName } from '@/lib/contract/plain/moderation';
import { useAttempt } from './use-attempt';
import { useSessionToken } from './use-session-token';

/** What is stopped for now, and the two changes. */
export function useBrakes() {
  const token = useSessionToken();
  const { isUnderWay, failure, attempt } = useAttempt();
  const { data, error, mutate } = useSWR<Brake[], ApiFailure>(token ? [token, 'brakes'] : null, async () => {
    const { brakes } = await call(listBrakesCall);
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
    set: (name: BrakeName, note: string) =>
      change(() => call(setBrakeCall, { params: { name }, body: { note } })),
    release: (name: BrakeName) => change(() => call(releaseBrakeCall, { params: { name } })),
  };
}
