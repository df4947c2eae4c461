import type { Deps } from '@/server/deps';
import { insertContactMessage } from '@/server/queries/contact-messages';

type ContactMessage = { name: string; email: string; message: string };

export async function sendContactMessage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { name, email, message }: ContactMessage,
): Promise<void> {
  await insertContactMessage(db, { name, email, message, createdAt: now() });
}
