import { compileMessage } from './compile';
import type { Message } from './message';
import { currentCatalog } from './language';

const compiled = new Map<string, Message>();

/**
 * The message of a text: of the catalog, or the English. For the source as it is, in tests, in the terminal and in
 * development; the build compiles all messages, and takes `built-messages` for the server and `browser-messages` for browsers.
 */
export function messageOf(key: string, english: string): Message {
  const known = currentCatalog()?.messages.get(key) ?? compiled.get(english);
  if (known !== undefined) return known;
  const message = compileMessage(english);
  compiled.set(english, message);
  return message;
}
