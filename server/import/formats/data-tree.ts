import type { LinkAccount } from './link-account';
import { isFields, webLink } from './record-values';

/** A file of JSON, YAML or TOML. */
export type DataTree = { value: unknown; lineOf: (node: object) => number | undefined };

/** Counts the links of a file apart from the reader. */
export function seeLinks({ value, lineOf }: DataTree, account: LinkAccount | undefined): void {
  account?.begin();
  const walk = (node: unknown, line: number): void => {
    const url = webLink(node);
    if (url !== null) account?.see(url, line);
    else if (Array.isArray(node)) for (const each of node) walk(each, line);
    else if (isFields(node)) {
      const own = lineOf(node) ?? line;
      for (const [key, child] of Object.entries(node)) {
        walk(key, own);
        walk(child, own);
      }
    }
  };
  if (account) walk(value, 1);
}
