import { compileMessage } from '@/lib/texts/compile';
import { childrenOf, isChoice, type Message, type MessageNode } from '@/lib/texts/message';
import { GENDERS, NOUN_GENDER, SHOWN_WORDS } from '@/lib/texts/site-words';
import type { English } from './templates';

/** The messages of a translation. A message with a fault is left out. */
export function translate(language: string, english: English, translated: English) {
  const messages = new Map<string, Message>();
  const faults: string[] = [];
  for (const [key, text] of Object.entries(translated)) {
    const original = Object.hasOwn(english, key) ? english[key] : undefined;
    if (original === undefined) continue;
    try {
      const fault = findFault(original, text) ?? findForeignForm(compileMessage(text), language);
      if (fault === undefined) messages.set(key, compileMessage(text));
      else faults.push(`${key}: ${fault}`);
    } catch (error) {
      faults.push(`${key}: ${error instanceof Error ? error.message : ''}`);
    }
  }
  return { messages, faults };
}

/** English has three levels. A message that is nested for its own sake would fill the stack of whatever reads it. */
const LEVELS_MAX = 8;
/** A translation is longer than the English by a half, of a word by some letters. */
const lengthMax = (english: string) => 4 * english.length + 200;

/** What a browser or an email program may make a link of, without the signs after it. */
const addressesIn = (text: string): string[] =>
  text.match(
    /(?:(?:[a-z][a-z+.-]*:)?\/\/|www\.|(?:javascript|data|mailto):)[^\s<>{}]*[^\s<>{}\p{P}]\/?/giu,
  ) ?? [];

/** What is wrong with a translation. @throws Error for a text that is no message. */
function findFault(english: string, translated: string): string | undefined {
  if (translated.length > lengthMax(english)) return 'the translation is much longer than the English';
  if (
    /[\0-\x09\x0B-\x1F\x7F-\x9F\u2028\u2029]/.test(translated) ||
    (translated.includes('\n') && !english.includes('\n'))
  )
    return 'the translation has control characters or breaks of lines';
  if (translated.trim() === '') return 'the translation is blank';
  const entity = /&(?:#\d+|[a-z]+);/i.exec(translated)?.[0];
  if (entity !== undefined && !english.includes(entity)) return `${entity} would be shown as it is`;
  if (/[\u202A-\u202E\u2066-\u2069]/.test(translated)) return 'the translation turns the direction of text';
  const known = addressesIn(english);
  const foreign = addressesIn(translated).find((address) => !known.includes(address));
  if (foreign !== undefined) return `the English has no ${foreign}`;
  const original = compileMessage(english);
  const message = compileMessage(translated);
  if (/[{}]/.test(literalsOf(message)) && !/[{}]/.test(literalsOf(original)))
    return 'an apostrophe before a brace quotes the brace: write two apostrophes, or ’';
  // Scripts say a text without values without the code that formats.
  if (typeof original === 'string')
    return typeof message === 'string' ? undefined : 'the English has no values';
  if (levelsOf(message) > LEVELS_MAX) return `the translation has more than ${LEVELS_MAX} levels`;
  return compareUses(usesIn(original), usesIn(message));
}

/** How a message uses a name: shown, as a tag, or as a choice with these forms. */
type Use = { count: number; choices: Map<1 | 2 | 3, Set<string>> };

/** @param english by name; tags as `<name>`. */
function compareUses(
  english: ReadonlyMap<string, Use>,
  translated: ReadonlyMap<string, Use>,
): string | undefined {
  for (const [name, { count, choices }] of translated) {
    const known = english.get(name);
    if (!known) {
      const fault = findWordFault(name, choices);
      if (fault !== undefined) return fault;
      continue;
    }
    if (name.startsWith('<') && count > known.count) return `${name} is there more often than in English`;
    // What English only shows may be a number, which other languages have words for in several forms.
    const kind = [...choices.keys()].find(
      (each) => !known.choices.has(each) && !(each !== 1 && known.choices.size === 0),
    );
    if (kind !== undefined) return `${name} is another kind of choice in English`;
  }
  for (const [name, { choices }] of english) {
    const used = translated.get(name);
    if (!used && !SHOWN_WORDS.includes(name)) return `${name} is missing`;
    const lost = [...(choices.get(1) ?? [])].find((form) => !used?.choices.get(1)?.has(form));
    if (lost !== undefined) return `${name} has no form for ${lost}`;
  }
  return undefined;
}

/** What is wrong with a name that is no value: every text with values may show the words of the site. */
function findWordFault(name: string, choices: Use['choices']): string | undefined {
  if (name !== NOUN_GENDER)
    return SHOWN_WORDS.includes(name) && choices.size === 0 ? undefined : `the English has no ${name}`;
  const forms = [...(choices.get(1) ?? [])];
  const foreign = forms.find((form) => form !== 'other' && !GENDERS.includes(form));
  if (foreign !== undefined) return `no noun is ${foreign}`;
  return choices.size === 1 && forms.length > 0 ? undefined : `${name} is a choice by select`;
}

const levelsOf = (message: Message | 0): number =>
  typeof message === 'object'
    ? 1 +
      message.reduce<number>((most, node) => {
        if (typeof node === 'string' || node === 0 || node.length === 1) return most;
        const inside = isChoice(node) ? Object.values(node[2]) : [childrenOf(node)];
        return Math.max(most, ...inside.map(levelsOf));
      }, 0)
    : 0;

/** The text of a message without its values. */
const literalsOf = (message: Message | 0): string =>
  typeof message === 'object'
    ? message
        .flatMap((node) => {
          if (typeof node === 'string') return node;
          if (node === 0 || node.length === 1) return '';
          return isChoice(node) ? Object.values(node[2]).map(literalsOf) : literalsOf(childrenOf(node));
        })
        .join('')
    : message || '';

function usesIn(message: Message): Map<string, Use> {
  const uses = new Map<string, Use>();
  const visit = (node: MessageNode) => {
    if (typeof node === 'string' || node === 0) return;
    const name = isChoice(node) || node.length === 1 ? node[0] : `<${node[0]}>`;
    const use = uses.get(name) ?? { count: 0, choices: new Map<1 | 2 | 3, Set<string>>() };
    uses.set(name, { ...use, count: use.count + 1 });
    if (!isChoice(node)) return childrenOf(node).forEach(visit);
    const [, kind, forms] = node;
    use.choices.set(kind, new Set([...(use.choices.get(kind) ?? []), ...Object.keys(forms)]));
    Object.values(forms).flat().forEach(visit);
  };
  [message].flat().forEach(visit);
  return uses;
}

/** A form of a plural that no number has in the language. */
export function findForeignForm(message: Message, language: string): string | undefined {
  for (const { kind, forms } of pluralsIn(message)) {
    const rules = new Intl.PluralRules(language, { type: kind === 2 ? 'cardinal' : 'ordinal' });
    const known: readonly string[] = rules.resolvedOptions().pluralCategories;
    const foreign = forms.find((form) => !form.startsWith('=') && !known.includes(form));
    if (foreign !== undefined) return `no number is “${foreign}” in ${language}`;
  }
  return undefined;
}

function pluralsIn(message: Message): { kind: number; forms: string[] }[] {
  return [message].flat().flatMap((node) => {
    if (typeof node === 'string' || node === 0) return [];
    if (!isChoice(node)) return node.length > 1 ? pluralsIn(childrenOf(node)) : [];
    const [, kind, forms] = node;
    const inside = Object.values(forms).flatMap((form) => (form === 0 ? [] : pluralsIn(form)));
    return kind === 1 ? inside : [{ kind, forms: Object.keys(forms) }, ...inside];
  });
}
