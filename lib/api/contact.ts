import type { CallBodyInput } from '@/lib/contract/call';
import { sendContactMessageCall } from '@/lib/contract/contact';
import { call } from './http';

export const sendContactMessage = (body: CallBodyInput<typeof sendContactMessageCall>) =>
  call(sendContactMessageCall, { body });
