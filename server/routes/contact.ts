import { Hono } from 'hono';
import { sendContactMessageCall } from '@/lib/contract/contact';
import { sendContactMessage } from '@/server/commands/send-contact-message';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';

export const contactRoutes = new Hono<AppEnv>();

endpoint(
  contactRoutes,
  sendContactMessageCall,
  async (c, { body: { hp, ...message } }) => {
    if (hp === '') await sendContactMessage(c.var.deps, message);
    return { message: "Thanks for your message. We'll reply by email." };
  },
  { formPage: (refusal) => (refusal ? `/support?error=${refusal.code}` : '/support?sent=1') },
);
