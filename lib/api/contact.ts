// Apart from the other calls, so that no other page loads its schema.
import type * as z from 'zod/mini';
import { type contactMessage, sendContactMessageCall } from '@/lib/contract/contact';
import { call } from './http';

export const sendContactMessage = (body: z.input<typeof contactMessage>) =>
  call(sendContactMessageCall, { body });
