import { Hono } from 'hono';
import { sendContactMessageCall } from '@/lib/contract/contact';
import { sendContactMessage } from '@/server/commands/send-contact-message';
import type { AppEnv } from '@/server/context';
import { answer } from '@/server/middleware/answer';
import { senderOf } from '@/server/middleware/sender';

export const contactRoutes = new Hono<AppEnv>();

answer(
  contactRoutes,
  sendContactMessageCall,
  async (c, { body: { hp, ...message } }) => {
    if (hp === '') await sendContactMessage(c.var.deps, message, senderOf(c));
    return { message: 'Thank you. We have your message and will answer by mail.' };
  },
  { formPage: (refusal) => (refusal ? `/support?error=${refusal.code}` : '/support?sent=1') },
);
