import { useState } from 'react';
import { ApiFailure, isEndOfSession } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';

type AttemptState = {
  isUnderWay: boolean;
  failure?: ApiFailure;
};

/** State of a request that the server may reject. For member pages only: imports axios. */
export function useAttempt() {
  const [state, setState] = useState<AttemptState>({ isUnderWay: false });

  /** Resolves to true if the work succeeded. Rejects only with errors other than ApiFailure. */
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

/** State of a request whose outcome a toast tells. A form also shows the fields of the failure. */
export function useAnnouncedAttempt() {
  const { isUnderWay, failure, attempt } = useAttempt();
  return {
    isUnderWay,
    failure,
    /**
     * Resolves to whether the work succeeded. Rejects only with errors other than ApiFailure.
     *
     * @param work resolves to what to say of its success.
     */
    announce: (work: () => Promise<string>): Promise<boolean> =>
      attempt(async () => {
        try {
          await showToast('success', await work());
        } catch (failed) {
          // Another message tells about the end of a session.
          if (failed instanceof ApiFailure && !isEndOfSession(failed))
            await showToast('error', failed.message);
          throw failed;
        }
      }),
  };
}
