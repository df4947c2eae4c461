import { useState } from 'react';
import type * as z from 'zod/mini';
import { useViewerData } from './use-viewer-data';
import { ApiFailure, call } from '@/lib/api/http';
import { showToast } from '@/lib/browser/toasts';
import {
  createWebhookCall,
  deleteWebhookCall,
  listWebhooksCall,
  testWebhookCall,
  type Webhook,
  type webhookInput,
  type Delivery,
  listDeliveriesCall,
  retryDeliveryCall,
  findJobsCall,
} from '@/lib/contract/webhook';
import { useAttempt } from './use-attempt';
import { useModeratorList } from './use-moderator-list';
import { t } from '@/lib/texts/texts';

/** Queues move all the time. */
const REFRESH_MS = 10_000;

/** The queues of the site and its scheduled jobs. */
export function useJobs() {
  const { data, error, refresh } = useViewerData(['jobs'], () => call(findJobsCall), {
    refreshInterval: REFRESH_MS,
  });
  return { jobs: data, error, refresh };
}

/** What was and will be sent to webhooks, newest first: all, or what was given up. */
export function useDeliveries(isGivenUp: boolean) {
  const state = isGivenUp ? 'given-up' : undefined;
  const { pages, refresh, ...list } = useModeratorList(`deliveries ${state}`, (after) =>
    call(listDeliveriesCall, { query: { state, after } }),
  );
  return {
    ...list,
    refresh,
    deliveries: pages?.flatMap(({ deliveries }) => deliveries),
    retry: ({ id }: Delivery) =>
      sayOutcome(
        () => call(retryDeliveryCall, { params: { id } }),
        t('webhooks.sentAgain', 'The event is sent again.'),
      ).finally(() => void refresh()),
  };
}

/** The webhooks of the site, for admins. */
export function useWebhooks() {
  const { isUnderWay, failure, attempt } = useAttempt();
  /** The key of the webhook that was created last. The server does not show it again. */
  const [secret, setSecret] = useState<string>();
  const { data, error, refresh } = useViewerData(
    ['webhooks'],
    async () => (await call(listWebhooksCall)).webhooks,
    { revalidateOnFocus: false },
  );
  return {
    webhooks: data,
    error,
    refresh,
    secret,
    isCreating: isUnderWay,
    creationFailure: failure,
    /** Resolves to whether the webhook was created. */
    create: (input: z.input<typeof webhookInput>) =>
      attempt(async () => {
        const created = await call(createWebhookCall, { body: input });
        setSecret(created.secret);
        void refresh();
      }),
    remove: ({ id }: Webhook) =>
      sayOutcome(
        () => call(deleteWebhookCall, { params: { id } }),
        t('webhooks.deleted', 'The webhook is deleted.'),
      ).finally(() => void refresh()),
    test: ({ id }: Webhook) =>
      sayOutcome(
        () => call(testWebhookCall, { params: { id } }),
        t('webhooks.testSent', 'A test is on its way. Find its delivery under Jobs.'),
      ),
  };
}

/** Says whether a change succeeded, or why it failed. Rejects only with errors other than ApiFailure. */
async function sayOutcome(change: () => Promise<unknown>, success: string): Promise<void> {
  try {
    await change();
    await showToast('success', success);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    await showToast('error', failure.message);
  }
}
