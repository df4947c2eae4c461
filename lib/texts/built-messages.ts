import { currentCatalog } from './language';
import type { Message } from './message';

/** In place of `messages` in a build for the server, whose calls have the compiled English. */
export const messageOf = (key: string, english: Message): Message =>
  currentCatalog()?.messages.get(key) ?? english;
