import type { Message } from './message';

/** In place of `messages` in scripts for browsers, whose calls have the message of their language. */
export const messageOf = (_key: unknown, message: Message): Message => message;
