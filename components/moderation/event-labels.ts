import { NOTICE_KINDS, STAFF_NOTICES } from '@/lib/contract/staff-notice';
import { say, t } from '@/lib/texts/texts';

/** What has happened, or what there is more of. */
export const labelOfEvent = (event: string): string => {
  const kind = NOTICE_KINDS.find((each) => event === `staff.${each}`);
  return kind ? say(STAFF_NOTICES[kind].label) : (EVENTS[event] ?? event);
};

const EVENTS: Record<string, string> = {
  get 'product.submitted'() {
    return t('webhooks.submitted', 'Submitted' /* an event: what happened to a product */);
  },
  get 'product.approved'() {
    return t('webhooks.approved', 'Approved' /* an event: what happened to a product */);
  },
  get 'product.rejected'() {
    return t('webhooks.rejected', 'Rejected' /* an event: what happened to a product */);
  },
  get 'product.reported'() {
    return t('webhooks.reported', 'Reported' /* an event: what happened to a product */);
  },
  get 'product.changed'() {
    return t('webhooks.changed', 'Changed' /* an event: what happened to a product */);
  },
  get 'product.discontinued'() {
    return t('webhooks.discontinued', 'Discontinued' /* an event: what happened to a product */);
  },
  get test() {
    return t('webhooks.test', 'Test' /* a message that only tries a webhook */);
  },
};
