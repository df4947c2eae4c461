import { useState } from 'react';
import { ApiFailure } from '@/lib/api/http';

type AttemptState = {
  isUnderWay: boolean;
  /** Why the last attempt did not work; gone as soon as the next one begins. */
  failure?: ApiFailure;
};

/** Something that a member asks of the server, which may refuse it. For pages of members: brings axios with it. */
export function useAttempt() {
  const [state, setState] = useState<AttemptState>({ isUnderWay: false });

  /** Resolves to whether it worked. */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    setState({ isUnderWay: true });
    try {
      await work();
      setState({ isUnderWay: false });
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) {
        setState({ isUnderWay: false });
        throw error;
      }
      setState({ isUnderWay: false, failure: error });
      return false;
    }
  }

  return { ...state, attempt };
}
