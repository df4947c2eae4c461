import { call } from '@/lib/api/http';
import { saveFile } from '@/lib/browser/save-file';
import type { AnswerOf } from '@/lib/contract/call';
import { exportSubscribersCall, importSubscribersCall } from '@/lib/contract/subscriber';
import { useState } from 'react';
import { useAttempt } from './use-attempt';

/** Saves all subscribers as a CSV file. */
export function useSubscriberExport() {
  const { isUnderWay, failure, attempt } = useAttempt();
  return {
    isSaving: isUnderWay,
    failure,
    save: () =>
      attempt(async () => {
        const texts: string[] = [];
        for (let after: string | null | undefined; after !== null;) {
          const part = await call(exportSubscribersCall, { body: { after } });
          texts.push(part.text);
          after = part.nextCursor;
        }
        saveFile('subscribers.csv', new Blob(texts, { type: 'text/csv' }));
      }),
  };
}

export type ImportOutcome = AnswerOf<typeof importSubscribersCall>;

/** Asks the addresses of a list by email whether they want the newsletter. */
export function useSubscriberImport() {
  const { isUnderWay, failure, attempt } = useAttempt();
  const [outcome, setOutcome] = useState<ImportOutcome>();
  return {
    isSending: isUnderWay,
    failure,
    outcome,
    /** Resolves to whether the server has accepted the list. */
    send: (text: string) =>
      attempt(async () => setOutcome(await call(importSubscribersCall, { body: { text } }))),
  };
}
