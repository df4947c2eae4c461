import { cleanLabel } from './clean-text';

/** Headings of tables of contents. Compared in lower case, words only. */
const CONTENTS =
  /^(?:(?:table of )?contents?(?: table)?|toc|index|navigation|quick ?links|jump to|categories)$/;

/** Headings of sections about the list itself. Everything below them is skipped. */
const NO_PRODUCTS = [
  /(?:our |gold |silver |bronze |platinum |premium |current |special |featured |become a )?(?:sponsors?|backers?|supporters?|patrons?|sponsored|sponsoring|sponsorship)(?: us| me| this| this project| by| and thanks| wall)?/,
  /donat(?:e|ions?|ing)|funding|support(?: us| me| this project| the project| this list)|buy me a coffee|financial (?:contributors|support)/,
  /(?:how (?:to|can i|you can) )?contribut(?:e|ing|ion|ions|ors?)(?: guide| guidelines| guide ?lines| to this list| to this project| contributors)?|(?:all|our|top|main) contributors|(?:pull requests|prs) welcome|code of conduct/,
  /(?:special )?thanks(?: to| to all| to all contributors)?|acknowledge?ments?|credits?|maintainers?|authors?|about (?:the )?(?:authors?|maintainers?|me|us|this list|this project|this repo|this repository)|who made this/,
  /(?:list of )?licen[cs](?:e|es|ing)(?: information| info)?|copyright|legal notice|disclaimer/,
  /footnotes?|endnotes?|back to top|(?:up )?to the top/,
  /star(?:gazers)? (?:history|over time|chart|growth)|stargazers|star history chart|(?:github |repo(?:sitory)? )?(?:stats|statistics|activity|badges?)|badges/,
  /translations?|(?:read )?(?:this )?in other languages|other languages|change ?log|stay (?:up to date|tuned|updated)|follow (?:us|me|along)/,
].map((pattern) => new RegExp(`^(?:${pattern.source})$`));

/** Whether a section of this name is a table of contents. */
export const isContents = (heading: string): boolean => CONTENTS.test(wordsOf(heading));

/** Whether a section of this name contains no products: sponsors, contributing, license and similar ones. */
export function holdsNoProducts(heading: string): boolean {
  const words = wordsOf(heading);
  const parts = words.split(/\s*(?:&|\/|\+|\band\b)\s*/).filter((part) => part !== '');
  return parts.length > 0 && (matchesAny(words) || parts.every(matchesAny));
}

function wordsOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&/+\s]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const matchesAny = (words: string): boolean => NO_PRODUCTS.some((pattern) => pattern.test(words));

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
    .replace(/^[\s:–—·•|>*#-]+|[\s:–—·•|>*-]+$/gu, '')
    .trim();
}

/** Whether a heading is the title of the whole list rather than of a section. */
export function isTitleOfList(heading: string): boolean {
  return /\bawesome\b|\bcurated\b|\bresources?\b|\blist of\b/i.test(heading);
}
