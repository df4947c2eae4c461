import { ApiFailure } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import { useAttempt } from './use-attempt';

/** State of a request whose outcome a toast tells. */
export function useAnnouncedAttempt() {
  const { isUnderWay, attempt } = useAttempt();
  return {
    isUnderWay,
    /** @param work resolves to what to say of its success. Rejects only with errors other than ApiFailure. */
    announce: async (work: () => Promise<string>): Promise<void> => {
      await attempt(async () => {
        try {
          await showToast('success', await work());
        } catch (failed) {
          if (!(failed instanceof ApiFailure)) throw failed;
          await showToast('error', failed.message);
        }
      });
    },
  };
}
