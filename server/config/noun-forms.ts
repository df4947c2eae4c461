import { nounSlug } from '@/lib/contract/plain/site';
import { GENDERS, NOUN_FORMS, NOUN_GENDER } from '@/lib/texts/site-words';
import { ConfigError } from '@/server/base/errors';
import { list } from './env-checks';

/** Letters of any script, spaces, digits, hyphens, dots and apostrophes: no sign of Markdown or HTML. */
const WORDS = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control} '’.·-]*$/u;
const CHARS_MAX = 80;

/** What the owner has stated of the noun, by the name that translations have for it. @throws ConfigError naming the fault. */
export function nounFormsOf(value: string): Record<string, string> {
  const forms: Record<string, string> = {};
  for (const entry of list(value)) {
    const [, name = '', word = ''] = /^(\w*)\s*=\s*(.*)$/su.exec(entry) ?? [];
    const fault = faultOf(name, word) ?? (Object.hasOwn(forms, name) ? `${name} is there twice` : undefined);
    if (fault !== undefined)
      throw new ConfigError(
        `SITE_NOUN_FORMS contains "${entry}", but ${fault}; write, for example, aNoun=ein Werkzeug, nounsDative=Werkzeugen.`,
      );
    forms[name] = word;
  }
  return forms;
}

function faultOf(name: string, word: string): string | undefined {
  if (name === NOUN_GENDER)
    return GENDERS.includes(word) ? undefined : `${NOUN_GENDER} is one of ${GENDERS.join(', ')}`;
  if (!NOUN_FORMS.includes(name)) return `a form is one of ${[...NOUN_FORMS, NOUN_GENDER].join(', ')}`;
  if (word.length > CHARS_MAX) return `a form has at most ${CHARS_MAX} characters`;
  return WORDS.test(word) ? undefined : 'a form is one word or more, of letters';
}

type Nouns = { siteNoun: string; formerNouns: readonly string[] };

/** Whether a part of a path is the noun of the site, or one that it had before: links and badges on other sites have that. */
export const isNounOf = ({ siteNoun, formerNouns }: Nouns, part: string | undefined): boolean =>
  part !== undefined && [siteNoun, ...formerNouns].some((noun) => nounSlug(noun) === part);
