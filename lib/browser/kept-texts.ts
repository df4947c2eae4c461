import { tabStorage } from './tab-storage';

/**
 * What was typed into a form and not sent yet, kept for this tab: a reload or a crash of the browser does not lose it.
 * A text is forgotten when its form was sent or canceled, and all of them with the sign-out.
 */

const KEY = 'keptTexts';
/** The longest text of any form has 20,000 characters. */
const TEXT_CHARS_MAX = 20_000;
/** Browsers give a site 5 million. The texts that were changed last are kept. */
const CHARS_MAX = 200_000;

type Kept = readonly (readonly [key: string, text: string])[];

function readAll(): Kept {
  try {
    const stored: unknown = JSON.parse(tabStorage.read(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');

function writeAll(kept: Kept): void {
  let chars = 0;
  const latest = kept.toReversed().filter(([key, text]) => (chars += key.length + text.length) <= CHARS_MAX);
  tabStorage.write(KEY, latest.length === 0 ? null : JSON.stringify(latest.toReversed()));
}

export const keptTexts = {
  read: (key: string): string | undefined => readAll().find(([known]) => known === key)?.[1],

  /** Replaces what was kept. A longer text than any form takes is not kept. */
  write(key: string, text: string): void {
    const others = readAll().filter(([known]) => known !== key);
    writeAll(text.length > TEXT_CHARS_MAX ? others : [...others, [key, text]]);
  },

  /** Forgets the texts of a form: those whose key is this or begins with it and a slash. */
  forget(form: string): void {
    writeAll(readAll().filter(([key]) => key !== form && !key.startsWith(`${form}/`)));
  },

  forgetAll: (): void => tabStorage.write(KEY, null),
};
