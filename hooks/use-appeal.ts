import { useState } from 'react';
import { makeAppeal } from '@/lib/api/appeals';
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
        setSent(await makeAppeal({ text, ...decision }));
      }),
  };
}
