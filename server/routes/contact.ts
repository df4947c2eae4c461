import { Hono } from 'hono';
import {
  answerContactMessageCall,
  closeContactMessageCall,
  listContactMessagesCall,
  reopenContactMessageCall,
  sendContactMessageCall,
} from '@/lib/contract/contact';
import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import {
  answerMessage,
  closeMessage,
  receiveMessage,
  reopenMessage,
} from '@/server/commands/contact/messages';
import { sendsEmails } from '@/server/commands/mail-member';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { presentMessage } from '@/server/presenters/letters';
import {
  closedMessageOrder,
  openMessageOrder,
  listClosedMessages,
  listOpenMessages,
} from '@/server/queries/contact-messages';
import { t } from '@/lib/texts/texts';

export const contactRoutes = new Hono<AppEnv>();

endpoint(
  contactRoutes,
  sendContactMessageCall,
  async (c, { body: { hp, ...message } }) => {
    if (hp === '') await receiveMessage(c.var.deps, message);
    return { message: t('contact.sent', "Thanks for your message. We'll reply by email.") };
  },
  { formPage: (refusal) => (refusal ? `/support?error=${refusal.code}` : '/support?sent=1') },
);

memberEndpoint(contactRoutes, listContactMessagesCall, async (c, { query: { state, after } }) => {
  const { db, env } = c.var.deps;
  const page = { after, limit: CONTACT_LIMITS.pageSize };
  const { rows, nextCursor } =
    state === 'open'
      ? await readPage(c, openMessageOrder, page, (from) => listOpenMessages(db, from))
      : await readPage(c, closedMessageOrder, page, (from) => listClosedMessages(db, from));
  return { messages: rows.map(presentMessage), nextCursor, sendsEmails: sendsEmails(env) };
});

memberEndpoint(contactRoutes, answerContactMessageCall, (c, { viewer, params: { id }, body }) =>
  answerMessage(c.var.deps, viewer, id, body.text),
);

memberEndpoint(contactRoutes, closeContactMessageCall, (c, { viewer, params: { id } }) =>
  closeMessage(c.var.deps, viewer, id),
);

memberEndpoint(contactRoutes, reopenContactMessageCall, (c, { viewer, params: { id } }) =>
  reopenMessage(c.var.deps, viewer, id),
);
