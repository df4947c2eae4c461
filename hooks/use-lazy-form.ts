import { useState } from 'react';
import { unreachableMessage } from '@/lib/api/unreachable';

type FormState<Answer> =
  | { status: 'idle' | 'sending' }
  | { status: 'sent'; answer: Answer }
  | {
      status: 'failed';
      /** Absent when every problem is shown beside its own field. */
      message?: string;
      fields: Record<string, string>;
    };

/** State of a form that loads the API client with the first attempt: send it with `callLazily`. What was typed stays in the form. */
export function useLazyForm<Answer>() {
  const [state, setState] = useState<FormState<Answer>>({ status: 'idle' });

  /** Resolves to whether it was sent. Rejects only with errors other than those of `callLazily`. */
  async function send(calling: Promise<Answer>): Promise<boolean> {
    setState({ status: 'sending' });
    try {
      setState({ status: 'sent', answer: await calling });
      return true;
    } catch (error) {
      setState({ status: 'failed', ...(await describeFailure(error)) });
      return false;
    }
  }

  return { state, send, refuse: (fields: Record<string, string>) => setState({ status: 'failed', fields }) };
}

async function describeFailure(error: unknown) {
  if (error instanceof Error && error.message === unreachableMessage())
    return { message: error.message, fields: {} };
  const { ApiFailure } = await import('@/lib/api/http');
  if (!(error instanceof ApiFailure)) throw error;
  const { fields, message } = error;
  return { fields, message: Object.keys(fields).length > 0 ? undefined : message };
}
