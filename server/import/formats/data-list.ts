import { type FieldValue, fieldValue } from '@/lib/contract/field';
import { readDestination, unescapeSigns } from '@/server/text/escape';
import { entry, type ImportEntry, type ImportLine, skipped } from './import-line';
import { cutReason, numberedLines } from './text-lines';
import { text } from '@/lib/texts/texts';

/** Why a line of the list is no entry. */
const NO_ENTRY = text('skipped.noEntryForm', 'The line is not of the form “- [Name](link) - Text”.');

const ENTRY = /^- \[((?:\\.|[^\\\]])*)\]\((<(?:\\.|[^\\>])*>|(?:\\.|[^\\)])*)\) - (.*)$/su;
const FACT = /^ {2}- (Listed|Tags|Slug|`[^`]+`): (.*)$/su;

type Draft = Pick<ImportEntry, 'line' | 'name' | 'url' | 'text' | 'listedAt' | 'slug'> & {
  tags: string[];
  description: string[];
  values: Record<string, FieldValue>;
};

/** Reads `/data/awesome.md` of a directory as it was written: no text is cleaned, and no word is taken for a tag. */
export async function* readDataList(chunks: AsyncIterable<string>): AsyncGenerator<ImportLine> {
  let tag = '';
  let draft: Draft | undefined;
  for await (const { text, line, isCut } of numberedLines(chunks)) {
    if (isCut) {
      yield skipped(line, cutReason());
      continue;
    }
    const start = /^(?:## |- )/.exec(text)?.[0];
    if (start === undefined) {
      if (draft) readFact(draft, text);
      continue;
    }
    if (draft) yield finished(draft);
    draft = undefined;
    if (start === '## ') {
      tag = unescapeSigns(text.slice(start.length));
      continue;
    }
    const [, name, url, tagline] = ENTRY.exec(text) ?? [];
    if (name === undefined || url === undefined || tagline === undefined) {
      yield skipped(line, NO_ENTRY);
      continue;
    }
    draft = {
      line,
      name: unescapeSigns(name),
      url: readDestination(url),
      text: unescapeSigns(tagline),
      tags: tag === '' ? [] : [tag],
      description: [],
      values: {},
    };
  }
  if (draft) yield finished(draft);
}

const finished = ({ description, ...draft }: Draft): ImportLine =>
  entry({ ...draft, details: '', description: description.join('\n') });

/** A line below an entry: a line of its description, or what else is known of it. */
function readFact(draft: Draft, text: string): void {
  if (text.startsWith('  >')) draft.description.push(text.slice('  > '.length));
  const [, name = '', value = ''] = FACT.exec(text) ?? [];
  if (name === 'Tags') draft.tags.push(...splitAtCommas(value).map(unescapeSigns));
  else if (name === 'Slug') draft.slug = unescapeSigns(value);
  else if (name === 'Listed') {
    const listedAt = new Date(value);
    if (!Number.isNaN(listedAt.getTime())) draft.listedAt = listedAt;
  } else if (name !== '') draft.values[name.slice(1, -1)] = readValue(value);
}

/** Texts are written as text; lists, numbers and truth values as JSON between backticks. */
function readValue(text: string): FieldValue {
  const json = /^`(.*)`$/su.exec(text)?.[1];
  if (json === undefined) return unescapeSigns(text);
  try {
    return fieldValue.parse(JSON.parse(json));
  } catch {
    return json;
  }
}

/** Splits at the commas that no backslash precedes. */
const splitAtCommas = (text: string): string[] =>
  text.match(/(?:\\.|[^\\,])+/gsu)?.map((part) => part.trim()) ?? [];
