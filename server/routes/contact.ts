import { Hono } from 'hono';
import { sendContactMessageCall } from '@/lib/contract/contact';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { insertContactMessage } from '@/server/queries/contact-messages';

export const contactRoutes = new Hono<AppEnv>();

endpoint(
  contactRoutes,
  sendContactMessageCall,
  async (c, { body: { hp, ...message } }) => {
    const { db, now } = c.var.deps;
    if (hp === '') await insertContactMessage(db, { ...message, createdAt: now() });
    return { message: "Thanks for your message. We'll reply by email." };
  },
  { formPage: (refusal) => (refusal ? `/support?error=${refusal.code}` : '/support?sent=1') },
);
