import type { ReceivedMessage } from '@/lib/contract/contact';
import type { ContactMessageRow } from '@/server/queries/contact-messages';

/** A message as admins see it. Lists every field. */
export function presentMessage(row: ContactMessageRow): ReceivedMessage {
  const { id, name, email, message, createdAt, answer, answeredAt, closedAt } = row;
  return {
    ...{ id, name, email, message },
    createdAt: createdAt.toISOString(),
    answer: answer === null || !answeredAt ? null : { text: answer, sentAt: answeredAt.toISOString() },
    closedAt: closedAt?.toISOString() ?? null,
  };
}
