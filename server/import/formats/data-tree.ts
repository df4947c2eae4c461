import type { LinkAccount } from './link-account';
import { isFields } from './record-values';
import { linksInText } from './text-links';

type Link = { url: string; line: number };

/** A file of JSON, YAML or TOML. */
export type DataTree = {
  value: unknown;
  lineOf: (node: object) => number | undefined;
  /** Links of comments. */
  commented: readonly Link[];
};

/** Counts the links of a file apart from the reader: of values, of keys, and inside texts. */
export function seeLinks({ value, lineOf, commented }: DataTree, account: LinkAccount | undefined): void {
  account?.begin();
  if (!account) return;
  for (const { url, line } of commented) account.see(url, line);
  walkLinks({ value, lineOf }, (url, line) => account.see(url, line));
}

function walkLinks(
  { value, lineOf }: Pick<DataTree, 'value' | 'lineOf'>,
  see: (url: string, line: number) => void,
): void {
  const walk = (node: unknown, line: number): void => {
    if (typeof node === 'string') for (const url of linksInText(node)) see(url, line);
    else if (Array.isArray(node)) for (const each of node) walk(each, line);
    else if (isFields(node)) {
      const own = lineOf(node) ?? line;
      for (const [key, child] of Object.entries(node)) {
        walk(key, own);
        walk(child, own);
      }
    }
  };
  walk(value, 1);
}

/** Sets a value. What a repeated key says is kept under a name of its own, as that of a repeated column is. */
export function setField(fields: Record<string, unknown>, key: string, value: unknown): void {
  let name = key;
  for (let count = 2; Object.hasOwn(fields, name); count += 1) name = `${key} (${count})`;
  Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });
}

/** The links of comments, also of lines that end in `\r\n`. Their sign `#` may also stand in a text, so these are the links that no value has. */
export function linksOfComments(text: string, value: unknown): Link[] {
  const lines = text.split('\n');
  const said = lines.flatMap((each, index) => {
    const [, comment = ''] = /(?:^|\s)#(.*)$/s.exec(each) ?? [];
    return linksInText(comment).map((url) => ({ url, line: index + 1 }));
  });
  if (said.length === 0) return [];
  const left = new Map<string, number>();
  const count = (url: string, by: number) => left.set(url, (left.get(url) ?? 0) + by);
  for (const line of lines) for (const url of linksInText(line)) count(url, 1);
  walkLinks({ value, lineOf: () => undefined }, (url) => count(url, -1));
  return said.filter(({ url }) => {
    count(url, -1);
    return (left.get(url) ?? 0) >= 0;
  });
}
