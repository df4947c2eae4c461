import type { SkipKind } from '@/lib/contract/import';
import { cleanLabel } from '@/server/import/formats/clean-text';

/** Headings of sections about the list itself, by what is below them. Only sections without described products go by them. */
const NAMES: readonly (readonly [SkipKind, RegExp])[] = [
  ['contents', /(?:table of )?contents?|toc|index/],
  [
    'sponsors',
    /(?:our |gold |silver |bronze |platinum |premium |current |special |become a )?(?:sponsors?|backers?|supporters?|patrons?|sponsored|sponsoring|sponsorship)(?: us| me| this| this project| by| and thanks| wall)?/,
  ],
  ['sponsors', /support(?: us| me| this project| the project| this list)|financial (?:contributors|support)/],
  [
    'aboutList',
    /(?:how (?:to|can i|you can) )?contribut(?:e|ing|ion|ions|ors?)(?: guide| guidelines| guide ?lines| to this list| to this project| contributors)?|(?:pull requests|prs) welcome|code of conduct/,
  ],
  [
    'people',
    /(?:all|our|top|main) contributors|(?:special )?thanks(?: to| to all| to all contributors)?|acknowledge?ments?|credits?|maintainers?|authors?/,
  ],
  [
    'aboutList',
    /about (?:the )?(?:authors?|maintainers?|me|us|this list|this project|this repo|this repository)|who made this/,
  ],
  [
    'aboutList',
    /(?:list of )?licen[cs](?:e|es|ing)(?: information| info)?|copyright|legal notice|disclaimer|footnotes?|endnotes?/,
  ],
  ['aboutList', /star(?:gazers)? (?:history|over time|chart|growth)|stargazers|star history chart/],
];
const MAINTENANCE = NAMES.map(([why, { source }]) => ({ why, pattern: new RegExp(`^(?:${source})$`) }));

/** What a heading says to be below it, if all of it is about the list itself: its sponsors, its license and the like. */
export function namesMaintenance(heading: string): SkipKind | undefined {
  const words = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&/+\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const parts = words.split(/\s*(?:&|\/|\+|\band\b)\s*/).filter((part) => part !== '');
  const kindOf = (text: string) => MAINTENANCE.find(({ pattern }) => pattern.test(text))?.why;
  const kinds = parts.map(kindOf);
  return kindOf(words) ?? (kinds.every((kind) => kind !== undefined) ? kinds[0] : undefined);
}

/**
 * Turns a heading into a tag: removes numbering, emoji, counts and links to the top. Empty if nothing remains.
 */
export function tagFromHeading(heading: string): string {
  return cleanLabel(heading.replace(/[([]\s*[)\]]/g, ' '))
    .replace(
      /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{FE0F}\u{20E3}\u{200D}\u{1F3FB}-\u{1F3FF}]+/gu,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
    .replace(
      /^(?:(?:\d+(?:\.\d+)*|[ivxIVX]+|[A-Za-z])[.):]\s+|\d+(?:\.\d+)+\s+|\d+\s*[-–—]\s+|[§#]\s*\d*\s*)/u,
      '',
    )
    .replace(
      /\s*(?:[([]\s*\d+\s*(?:\p{L}+)?\s*[)\]]|\(?\s*(?:back to (?:the )?(?:top|contents|toc|menu)|go to top|top\s*↑)\s*\)?)\s*$/iu,
      '',
    )
    .replace(/^[\s:：–—－·•|>*#\p{So}\p{Sm}\p{Sk}-]+|[\s:：–—－·•|>*\p{So}-]+$/gu, '')
    .replace(/^[【「]([^【】「」]+)[】」]$/u, '$1')
    .trim();
}
