import { useState } from 'react';
import type * as z from 'zod/mini';
import { callLate } from '@/lib/api/late-call';
import type { subscription } from '@/lib/contract/newsletter';
import { showToast } from '@/lib/browser/toasts';

type NewsletterState = { status: 'idle' | 'sending' } | { status: 'subscribed' | 'failed'; message: string };

/** Subscribes to the embedded newsletter. Loads the API client on the first attempt. */
export function useNewsletter() {
  const [state, setState] = useState<NewsletterState>({ status: 'idle' });

  /** Resolves to true when the server accepted the email. Never rejects. */
  async function subscribe(form: z.input<typeof subscription>): Promise<boolean> {
    setState({ status: 'sending' });
    try {
      const loading = import('@/lib/contract/newsletter').then(
        ({ subscribeToNewsletterCall }) => subscribeToNewsletterCall,
      );
      const { message } = await callLate(loading, { body: form });
      setState({ status: 'subscribed', message });
      void showToast('success', message);
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : "That didn't work. Try again in a minute.";
      setState({ status: 'failed', message });
      void showToast('error', message);
      return false;
    }
  }

  return { state, subscribe };
}
