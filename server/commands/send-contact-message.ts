import type { Deps } from '@/server/deps';
import { insertContactMessage } from '@/server/queries/contact-messages';

type ContactMessage = { name: string; email: string; message: string };

/** @throws ApiError `rate_limited`. */
export async function sendContactMessage(
  { db, now, rateLimits }: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { name, email, message }: ContactMessage,
  clientAddress: string,
): Promise<void> {
  await rateLimits.consume('contact', clientAddress);
  await insertContactMessage(db, { name, email, message, createdAt: now() });
}
