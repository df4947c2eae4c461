import { tabStorage } from './window';

/**
 * What was typed into a form and not sent yet, kept for this tab: a reload or a crash of the browser does not lose it.
 * A text is forgotten when the server has accepted its form, and all texts with the sign-out. A text belongs to the member
 * who typed it: after the end of a session, another member who signs in with this browser does not see it.
 */

const KEY = 'keptTexts';
/** The longest text of any form has 20,000 characters. */
const TEXT_CHARS_MAX = 20_000;
/** Browsers give a site 5 million, with the keys. The texts that were changed last are kept. */
const CHARS_MAX = 200_000;

/** The owner of texts that a visitor types who is not signed in. */
export const VISITOR = '';

/** Entries are stored with the last changed entry first. */
type Entry = readonly [owner: string, key: string, text: string];

function readAll(): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(tabStorage.read(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

const isEntry = (entry: unknown): entry is Entry => Array.isArray(entry) && entry.length === 3;

function writeAll(entries: readonly Entry[]): void {
  let chars = 0;
  const latest = entries.filter(([, , text]) => (chars += text.length) <= CHARS_MAX);
  tabStorage.write(KEY, latest.length === 0 ? null : JSON.stringify(latest));
}

export const keptTexts = {
  /**
   * The kept texts of one person.
   *
   * @param owner the id of a member. What a visitor typed in this tab goes over to the member who then signs in.
   */
  of(owner: string) {
    const isOwn = ([of]: Entry) => of === owner || of === VISITOR;
    return {
      isVisitor: owner === VISITOR,
      read(key: string): string | undefined {
        return readAll().find((entry) => isOwn(entry) && entry[1] === key)?.[2];
      },
      /** Replaces what was kept. A longer text than any form takes is not kept. */
      write(key: string, text: string): void {
        const others = readAll().filter((entry) => !isOwn(entry) || entry[1] !== key);
        writeAll(text.length > TEXT_CHARS_MAX ? others : [[owner, key, text], ...others]);
      },
      /** Forgets the texts of a form: those whose key is this or begins with it and a slash. */
      forget(form: string): void {
        const isOfForm = ([, key]: Entry) => key === form || key.startsWith(`${form}/`);
        writeAll(readAll().filter((entry) => !isOwn(entry) || !isOfForm(entry)));
      },
    };
  },
};
