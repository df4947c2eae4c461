import { ApiFailure } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { useAttempt } from './use-attempt';

/** State of a request whose outcome a toast tells. */
export function useAnnouncedAttempt() {
  const { isUnderWay, attempt } = useAttempt();
  return {
    isUnderWay,
    /**
     * Resolves to whether the work succeeded. Rejects only with errors other than ApiFailure.
     *
     * @param work resolves to what to say of its success.
     */
    announce: async (work: () => Promise<string>): Promise<boolean> => {
      let isDone = false;
      await attempt(async () => {
        try {
          const outcome = await work();
          isDone = true;
          await showToast('success', outcome);
        } catch (failed) {
          if (!(failed instanceof ApiFailure)) throw failed;
          await showToast('error', failed.message);
        }
      });
      return isDone;
    },
  };
}
