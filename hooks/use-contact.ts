import { useState } from 'react';
import type * as z from 'zod/mini';
import { UNREACHABLE_MESSAGE } from '@/lib/api/unreachable';
import type { contactMessage } from '@/lib/contract/contact';

type ContactState =
  | { status: 'idle' | 'sending' | 'sent' }
  | {
      status: 'failed';
      /** Absent when every problem is shown beside its own field. */
      message?: string;
      fields: Record<string, string>;
    };

/** Sends a message to the people who run the site. Loads the API client on the first attempt. */
export function useContact() {
  const [state, setState] = useState<ContactState>({ status: 'idle' });

  /** Resolves to whether the message was sent. */
  async function send(message: z.input<typeof contactMessage>): Promise<boolean> {
    setState({ status: 'sending' });
    const loading = Promise.all([import('@/lib/contract/contact'), import('@/lib/api/http')]);
    const loaded = await loading.catch(() => undefined);
    if (!loaded) {
      setState({ status: 'failed', fields: {}, message: UNREACHABLE_MESSAGE });
      return false;
    }
    const [{ sendContactMessageCall }, { ApiFailure, call }] = loaded;
    try {
      await call(sendContactMessageCall, { body: message });
      setState({ status: 'sent' });
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const hasFields = Object.keys(error.fields).length > 0;
      setState({ status: 'failed', fields: error.fields, message: hasFields ? undefined : error.message });
      return false;
    }
  }

  return { state, send };
}
