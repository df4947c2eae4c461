import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import type { Message } from '@/lib/texts/message';
import { compileText, findTexts, type FoundText } from './find-texts';
import { identifierOf, LANGUAGE_IDENTIFIER } from './identifiers';

/**
 * What becomes of the texts in a build:
 * - `identifiers`: for browsers. An identifier stands for the message until `host/texts/templates.ts` writes it.
 * - `messages`: for the server. The call has the compiled English, and asks for the message of its key.
 */
export type TextForm = 'identifiers' | 'messages';

/** @throws Error naming the file and line of a text that cannot be said. */
export function transformTexts(
  code: string,
  file: string,
  write: (text: FoundText, message: Message) => string,
  isForBrowsers: boolean,
): string {
  let changed = code;
  // From the last to the first, so that the places before stay where they are. A text may be a value of another one.
  for (const text of findTexts(code, file).toSorted((one, other) => other.call.start - one.call.start)) {
    const message = compileText(text);
    const written = write(text, message);
    const isWhole = isForBrowsers && text.said === 't' && typeof message === 'string';
    const { start, end } = !isWhole ? text.literals : (text.getter ?? text.call);
    const replaced = changed.slice(start, end);
    // Keeps the numbers of the lines that follow.
    const lines = '\n'.repeat(replaced.split('\n').length - 1);
    const name = text.getter && isWhole ? `${text.getter.name}: ` : '';
    const key = isForBrowsers ? '0' : JSON.stringify(text.key);
    changed = changed.slice(0, start) + (isWhole ? name : `${key}, `) + written + lines + changed.slice(end);
  }
  return changed;
}

/** Where scripts ask for the language of their texts: `lib/texts/language.ts`. */
export const LANGUAGE = "globalThis.scriptLanguage ?? 'en'";

/** @param form which build the code is for. */
export const transformFor = (form: TextForm, code: string, file: string): string =>
  form === 'identifiers'
    ? transformTexts(code.replace(LANGUAGE, LANGUAGE_IDENTIFIER), file, identifierOf, true)
    : transformTexts(code, file, (_text, message) => JSON.stringify(message), false);

/** What esbuild needs to build code with texts. */
export const textsPlugin = (form: TextForm): Plugin => ({
  name: 'texts',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const code = await readFile(path, 'utf8');
      return { contents: transformFor(form, code, path), loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});
