import { useState } from 'react';
import type * as z from 'zod/mini';
import type { subscription } from '@/lib/contract/newsletter';
import { showToast } from '@/lib/browser/toasts';

type NewsletterState = { status: 'idle' | 'sending' } | { status: 'thanked' | 'refused'; sentence: string };

/** Asking for the embedded newsletter; the calling code is loaded with the first attempt. */
export function useNewsletter() {
  const [state, setState] = useState<NewsletterState>({ status: 'idle' });

  /** Resolves to whether the address was taken. */
  async function subscribe(form: z.input<typeof subscription>): Promise<boolean> {
    setState({ status: 'sending' });
    try {
      const { subscribeToNewsletter } = await import('@/lib/api/newsletter');
      const { message } = await subscribeToNewsletter(form);
      setState({ status: 'thanked', sentence: message });
      void showToast('success', message);
      return true;
    } catch (error) {
      const sentence = error instanceof Error ? error.message : 'That did not work. Try again in a minute.';
      setState({ status: 'refused', sentence });
      void showToast('error', sentence);
      return false;
    }
  }

  return { state, subscribe };
}
