import { useState } from 'react';
import { UNREACHABLE_MESSAGE } from '@/lib/api/unreachable';
import type { ReportReason } from '@/lib/contract/plain/report';
import { readSessionToken } from '@/lib/session-token';

type ReportState =
  | { status: 'idle' | 'sending' }
  | { status: 'sent'; message: string }
  | {
      status: 'failed';
      /** Absent when every problem is shown beside its own field. */
      message?: string;
      fields: Record<string, string>;
    };

export type ReportFields = Record<'text' | 'duplicateURL' | 'email' | 'hp', string> & {
  reason: ReportReason | undefined;
};

/** Reports a product. Loads the API client on the first attempt. What was typed stays in the form. */
export function useReport(productId: string) {
  const [state, setState] = useState<ReportState>({ status: 'idle' });

  /** @returns the state that the form is in then. Never rejects for a failure of the server. */
  async function send({ reason, ...fields }: ReportFields): Promise<ReportState['status']> {
    const settle = (next: ReportState) => {
      setState(next);
      return next.status;
    };
    if (reason === undefined) {
      return settle({ status: 'failed', fields: { reason: 'Choose what is wrong.' } });
    }
    setState({ status: 'sending' });
    const loading = Promise.all([import('@/lib/contract/report'), import('@/lib/api/http')]);
    const loaded = await loading.catch(() => undefined);
    if (!loaded) return settle({ status: 'failed', fields: {}, message: UNREACHABLE_MESSAGE });
    const [{ reportProductCall }, { ApiFailure, call }] = loaded;
    try {
      // As a member if there is a session, otherwise as a visitor.
      const accessToken = readSessionToken();
      const body = { reason, ...fields };
      const { message } = await call(reportProductCall, { params: { id: productId }, body, accessToken });
      return settle({ status: 'sent', message });
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const hasFields = Object.keys(error.fields).length > 0;
      return settle({
        status: 'failed',
        fields: error.fields,
        message: hasFields ? undefined : error.message,
      });
    }
  }

  return { state, send };
}
