import { useState } from 'react';
import { call } from '@/lib/api/http';
import { appealCall } from '@/lib/contract/appeal';
import type { OwnAppeal } from '@/lib/contract/own-appeal';
import { useAttempt } from './use-attempt';

/** Which decision is answered. */
export type AnsweredDecision = { productId: string } | { measureId: string };

/** Answers a decision, once. */
export function useAppeal(decision: AnsweredDecision) {
  const { isUnderWay, failure, attempt } = useAttempt();
  /** The answer, once it is sent. */
  const [sent, setSent] = useState<OwnAppeal>();
  return {
    sent,
    isSending: isUnderWay,
    failure,
    send: (text: string) =>
      attempt(async () => {
        const { appeal } = await call(appealCall, { body: { text, ...decision } });
        setSent(appeal);
      }),
  };
}
