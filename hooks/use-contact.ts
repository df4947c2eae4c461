import { useState } from 'react';
import type * as z from 'zod/mini';
import type { contactMessage } from '@/lib/contract/contact';

type ContactState =
  | { status: 'idle' | 'sending' | 'sent' }
  | {
      status: 'refused';
      /** Absent when every fault stands beside its own field. */
      sentence?: string;
      fields: Record<string, string>;
    };

/** Sending a message to the site's people; what was written is kept when it is refused. */
export function useContact() {
  const [state, setState] = useState<ContactState>({ status: 'idle' });

  async function send(message: z.input<typeof contactMessage>): Promise<void> {
    setState({ status: 'sending' });
    const [{ sendContactMessage }, { ApiFailure }] = await Promise.all([
      import('@/lib/api/contact'),
      import('@/lib/api/http'),
    ]);
    try {
      await sendContactMessage(message);
      setState({ status: 'sent' });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const hasFields = Object.keys(error.fields).length > 0;
      setState({ status: 'refused', fields: error.fields, sentence: hasFields ? undefined : error.message });
    }
  }

  return { state, send };
}
