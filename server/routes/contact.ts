import { Hono } from 'hono';
import {
  answerContactMessageCall,
  closeContactMessageCall,
  listContactMessagesCall,
  reopenContactMessageCall,
  sendContactMessageCall,
} from '@/lib/contract/contact';
import { CONTACT_LIMITS } from '@/lib/contract/plain/report';
import { answerMessage, closeMessage, reopenMessage } from '@/server/commands/contact/handle-message';
import { receiveMessage } from '@/server/commands/contact/receive-message';
import { sendsEmails } from '@/server/commands/mail-member';
import type { AppEnv } from '@/server/context';
import { endpoint } from '@/server/http/endpoint';
import { memberEndpoint } from '@/server/http/member-endpoint';
import { readPage } from '@/server/http/page';
import { presentMessage } from '@/server/presenters/message';
import { listClosedMessages, listOpenMessages } from '@/server/queries/contact-messages';

/** The form for visitors, and the inbox of the admins. */
export const contactRoutes = new Hono<AppEnv>();

endpoint(
  contactRoutes,
  sendContactMessageCall,
  async (c, { body: { hp, ...message } }) => {
    if (hp === '') await receiveMessage(c.var.deps, message);
    return { message: "Thanks for your message. We'll reply by email." };
  },
  { formPage: (refusal) => (refusal ? `/support?error=${refusal.code}` : '/support?sent=1') },
);

memberEndpoint(contactRoutes, listContactMessagesCall, async (c, { query: { state, after } }) => {
  const { db, env, cursorSigner: signer } = c.var.deps;
  const isOpen = state === 'open';
  const { rows, nextCursor } = await readPage(
    { signer, list: isOpen ? 'openMessages' : 'closedMessages', after, limit: CONTACT_LIMITS.pageSize },
    {
      read: (from) => (isOpen ? listOpenMessages(db, from) : listClosedMessages(db, from)),
      positionOf: ({ id, createdAt, closedAt }) => ({ value: closedAt ?? createdAt, id }),
    },
  );
  return { messages: rows.map(presentMessage), nextCursor, sendsEmails: sendsEmails(env) };
});

memberEndpoint(contactRoutes, answerContactMessageCall, async (c, { viewer, params: { id }, body }) => {
  await answerMessage(c.var.deps, viewer, id, body.text);
  return {};
});

memberEndpoint(contactRoutes, closeContactMessageCall, async (c, { viewer, params: { id } }) => {
  await closeMessage(c.var.deps, viewer, id);
  return {};
});

memberEndpoint(contactRoutes, reopenContactMessageCall, async (c, { viewer, params: { id } }) => {
  await reopenMessage(c.var.deps, viewer, id);
  return {};
});
