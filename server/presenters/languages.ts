import type { TextLanguages } from '@/lib/contract/product';
import { textsLanguage } from '@/lib/texts/language';

const subtagOf = (tag: string) => tag.split('-', 1)[0];

/** Those that are another language than that of the site's texts, which the root element of a document names. Undefined without any. */
export function shownLanguages(languages: TextLanguages | null): TextLanguages | undefined {
  const own = subtagOf(textsLanguage());
  const others = Object.entries(languages ?? {}).filter(([, tag]) => tag && subtagOf(tag) !== own);
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

/** ` lang="de"` for an element with a text in another language, else nothing. */
export const langAttribute = (language: string | undefined): string =>
  language === undefined ? '' : ` lang="${language}"`;
