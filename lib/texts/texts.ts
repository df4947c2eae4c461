import type { GetICUArgs } from '@schummar/icu-type-parser';
import { site } from '@/lib/site';
import { formatParts, type Values } from './format';
import { perLanguage, textsLanguage } from './language';
import { messageOf } from '@/lib/texts/messages';

/** Words by the name that a message has for them. */
export type SiteWords = Readonly<Record<string, string>>;

declare global {
  /** On the server, which knows the forms of the noun in the language of the texts. */
  var siteWords: (() => SiteWords) | undefined;
}

/** What a message may name without a value. */
export const siteWords = (): SiteWords => (globalThis.siteWords ?? ownWords)();

const ownWords = /* @__PURE__ */ perLanguage(
  (): SiteWords =>
    site.words ?? {
      noun: site.noun,
      nouns: site.nounPlural,
      aNoun: site.aNoun,
      Noun: capitalize(site.noun),
      Nouns: capitalize(site.nounPlural),
      siteName: site.name,
    },
);

export const capitalize = (word: string) => word.charAt(0).toLocaleUpperCase(textsLanguage()) + word.slice(1);

/** What an English message may name. A translation may name more: `site-words.ts`. */
type SiteWord = 'noun' | 'nouns' | 'aNoun' | 'Noun' | 'Nouns' | 'siteName';

/** A choice by `select` is a string or a boolean. */
type Named<English extends string> = GetICUArgs<
  English,
  { ICUArgument: string | number; ICUNumberArgument: number; ICUDateArgument: never }
>;
type ValueOf<Type> = Type extends 'true' | 'false' ? boolean : Type;

/** Of each form of a choice: only its own values are between its braces. */
type NamesOf<Forms> = Forms extends Forms ? keyof Forms : never;
type InForm<Forms, Name> = Forms extends Forms ? (Name extends keyof Forms ? Forms[Name] : never) : never;

/** What is between `{` and `}`. Most texts have nothing, which costs the compiler nothing. */
export type NamedValues<English extends string> = English extends `${string}{${string}`
  ? {
      [Name in Exclude<keyof Named<English>, SiteWord>]: ValueOf<Named<English>[Name]>;
    } & {
      [Name in Exclude<NamesOf<Named<English>>, keyof Named<English> | SiteWord>]?: InForm<
        Named<English>,
        Name
      > | null;
    }
  : unknown;

/** The names of the tags: those that are closed. */
export type TagsOf<English extends string> = English extends `${string}</${infer Name}>${infer Rest}`
  ? Name | TagsOf<Rest>
  : never;

type TextValues<English extends string> = NamedValues<English> & {
  [Name in TagsOf<English>]: (inner: string) => string;
};
type Given<English extends string> = keyof TextValues<English> extends never ? [] : [TextValues<English>];

/** @param key the text's name in the catalogs. @param english the message of ICU in English. */
export const t = <const English extends string>(
  key: string,
  english: English,
  ...[values]: Given<English>
): string => sayMessage(key, english, values);

/** A text that is said later, in the language of its reader: of an error, of an email. */
export type Text = { key: string; english: string; values?: Values<never> };

export const text = <const English extends string>(
  key: string,
  english: English,
  ...[values]: Given<English>
): Text => ({ key, english, ...(values && { values }) });

export const say = ({ key, english, values }: Text): string => sayMessage(key, english, values);

const join = (parts: readonly string[]) => parts.join('');

const sayMessage = (key: string, english: string, values?: Values<never>): string =>
  join(formatParts<never>(messageOf(key, english), values, join, siteWords(), true));

/** A text for programs, for the terminal or for the clipboard, where isolated values would be others. */
export const withoutIsolates = (said: string): string => said.replace(/[\u2066-\u2069]/g, '');
