import { subscription } from '@/lib/contract/newsletter';
import { SUBSCRIBER_LIMITS } from '@/lib/contract/subscriber';
import { unescapeFormula } from '@/server/text/escape';

export type ReadAddresses = {
  /** In lower case, each once. */
  emails: string[];
  /** Of lines that say that the address has left the list they are from. */
  leftCount: number;
  repeatedCount: number;
  invalidCount: number;
  invalidLines: number[];
};

/** The states in which other systems and our own export keep addresses that want no more emails. */
const LEFT = /^(?:left|unsubscribed|cleaned|bounced|complained|blocked)$/i;
const SEPARATORS = /[,;\t]/;

/**
 * Reads a list of addresses: one a line, alone, as `Ada <ada@example.com>` or among the cells of CSV. A first line without `@` is a
 * heading.
 */
export function readAddresses(text: string): ReadAddresses {
  const emails = new Set<string>();
  const read = { leftCount: 0, repeatedCount: 0, invalidCount: 0, invalidLines: new Array<number>() };
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const firstLine = lines.findIndex((line) => line.trim() !== '');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === firstLine && !line.includes('@'))) continue;
    const cells = line.split(SEPARATORS).map(readCell);
    const email = cells.map(readEmail).find((found) => found !== undefined);
    if (email === undefined) {
      read.invalidCount += 1;
      if (read.invalidLines.length < SUBSCRIBER_LIMITS.faultsMax) read.invalidLines.push(index + 1);
    } else if (cells.some((cell) => LEFT.test(cell))) read.leftCount += 1;
    else if (emails.has(email)) read.repeatedCount += 1;
    else emails.add(email);
  }
  return { emails: [...emails], ...read };
}

const readCell = (cell: string) =>
  unescapeFormula(
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

function readEmail(cell: string): string | undefined {
  const address = (/<([^<>]+)>$/.exec(cell)?.[1] ?? cell).replace(/^mailto:/i, '');
  const { success, data } = subscription.safeParse({ email: address });
  return success ? data.email.toLowerCase() : undefined;
}
