import { segmentsText } from './inline-segments';
import { cleanDescription } from '@/server/import/formats/clean-text';
import { isPartLink, partKindOf, saysOnlyParts } from './label-words';
import type { LineEntry } from './line-entries';
import { type Block, type Words, textsOf, wordsIn } from './list-blocks';
import { webLinksIn } from './list-ledger';
import { LABEL_CHARS_MAX, splitLines } from './list-parts';
import { isWebLink, type WebLink } from './list-tree';

type Labeled = { label: string; link: WebLink };

/**
 * The product that a heading names, if the blocks below it are texts, and links that only say what they are: `Website:
 * https://…`, `[Source](…)`.
 */
export function namedByHeading(name: string, own: readonly Block[], line: number): LineEntry | undefined {
  const found: Labeled[] = [];
  const texts: string[] = [];
  for (const block of own) {
    const labeled = labeledLinks(block);
    if (!labeled) return undefined;
    found.push(...labeled);
    if (labeled.length === 0) texts.push(...textsOf(block));
  }
  const site = found.find(({ label, link }) =>
    /^(?:also|mention)$/.test(partKindOf({ ...link, text: label }, '')),
  );
  const { link } = site ?? found[0] ?? {};
  return link && { name, url: link.url, text: texts.join(' '), line, link, isLeading: true };
}

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The product that a heading or summary names, if the first link below it has the same name: `**Link:** [Ada](…)`. */
export function repeatedBelow(name: string, own: readonly Block[]): LineEntry | undefined {
  if (own.some(({ kind }) => kind !== 'paragraph' && kind !== 'list')) return undefined;
  const lines = own.flatMap((block) => (block.kind === 'paragraph' ? splitLines(block.words) : []));
  const [link] = lines.flatMap(webLinksIn).filter(({ isImage }) => !isImage);
  if (!link || letters(link.text) !== letters(name)) return undefined;
  // A sentence with that link leads on to another list.
  const ahead = lines.flatMap((line) => (line.includes(link) ? line.slice(0, line.indexOf(link)) : []));
  if (!/[:：][^\p{L}\p{N}]*$/u.test(segmentsText(ahead))) return undefined;
  const said = lines
    .filter((line) => !line.includes(link))
    .map((line) => cleanDescription(segmentsText(withoutLabel(line))))
    .filter((text) => text !== '');
  return { name, url: link.url, text: said.join(' '), line: link.line, link, isLeading: true };
}

/** Drops a bold label at the start of a line: `**Description:** Counts`. */
function withoutLabel(line: Words): Words {
  const at = line.findIndex((word) => word.kind === 'text' && /\p{L}/u.test(word.text));
  const label = line[at];
  return label?.kind === 'text' && label.isStrong && /[:：]\s*$/.test(label.text) ? line.slice(at + 1) : line;
}

/** The labeled links of a block; none for a text without links, undefined for a block that says something else. */
function labeledLinks(block: Block): Labeled[] | undefined {
  if (block.kind === 'paragraph' || block.kind === 'list') {
    const links = wordsIn(block).filter(isWebLink);
    if (links.length === 0) return block.kind === 'paragraph' ? [] : undefined;
    if (block.kind === 'paragraph')
      return saysOnlyParts(block.words) ? links.map((link) => ({ label: link.text, link })) : undefined;
    const items = block.items.map(({ words, blocks }) =>
      blocks.length === 0 ? labeledLink(words) : undefined,
    );
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  return undefined;
}

function labeledLink(words: Words): Labeled | undefined {
  const [link, ...others] = webLinksIn(words);
  if (!link || others.length > 0 || link.isImage) return undefined;
  const at = words.indexOf(link);
  const before = segmentsText(words.slice(0, at)).trim();
  if (segmentsText(words.slice(at + 1)).trim() !== '') return undefined;
  const isAddress = /^(?:https?:|www\.)/i.test(link.text);
  if (before === '') return isPartLink(link) ? { label: link.text, link } : undefined;
  // A name and its text, as in `Name - What it does: https://…`, are no label.
  const isLabel =
    /[:：]$/.test(before) &&
    before.length <= LABEL_CHARS_MAX &&
    !/\s[-–—]\s/.test(before) &&
    (isAddress || isPartLink(link));
  return isLabel ? { label: before.replace(/\s*[:：]$/, ''), link } : undefined;
}
