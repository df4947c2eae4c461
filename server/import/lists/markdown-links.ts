/** Matches a URL, including common typos in the scheme. */
const URL_PATTERN = 'h?t{1,3}ps?:?\\/{1,3}[^\\s()<>|\\[\\]]{1,2000}';

const REPAIRS: readonly (readonly [RegExp, string | ((match: string, ...groups: string[]) => string)])[] = [
  // [Name] (https://…)
  [new RegExp(`(\\[[^\\[\\]]{2,200}\\])[ \\t]{1,3}\\((?=${URL_PATTERN}\\))`, 'gi'), '$1('],
  // [Name](https://…/a b)
  [
    /\]\((https?:\/\/[^\s()<>"'|[\]]{1,500}(?: [^\s()<>"'|[\]–—-][^\s()<>"'|[\]]{0,200}){1,3})\)/gi,
    (_, url = '') => `](${url.replaceAll(' ', '%20')})`,
  ],
  // [Name]((https://…))
  [new RegExp(`\\]\\(\\((${URL_PATTERN})\\)\\)`, 'gi'), ']($1)'],
  // [Name](https://… - text
  [new RegExp(`\\]\\((${URL_PATTERN})(?=\\s|\\||$)(?!\\s*\\))(?!\\s+["'(][^)\\n]{0,300}\\))`, 'gi'), ']($1)'],
  // [Name(https://…)
  [new RegExp(`\\[([^\\[\\]()]{1,100})\\((?=${URL_PATTERN}\\))`, 'gi'), '[$1]('],
  // (Name)[https://…]
  [new RegExp(`(?<![\\]\\w])\\(([^()\\[\\]]{2,80})\\)\\[(${URL_PATTERN})\\]`, 'gi'), '[$1]($2)'],
  // - Name](https://…)
  [/^(\s*(?:[-*+]|\d+[.)]|\|)\s+)([^[\]()|<>]{2,80})\]\((?=https?:\/\/)/gi, '$1[$2]('],
  // - [Name]: https://…
  [/^(\s*(?:[-*+]|\d+[.)])\s+)\[([^[\]]{1,100})\]:\s*<?(https?:\/\/[^\s<>]+)>?/gi, '$1[$2]($3)'],
];

/** Repairs links whose brackets are not closed, closed too early, or swapped. */
export function repairLinks(line: string): string {
  if (!line.includes('](') && !/\[.*(?:\(|:)|\]\s*\(|\)\[|\]\(/.test(line)) return line;
  let repaired = line;
  for (const [pattern, replacement] of REPAIRS) {
    repaired =
      typeof replacement === 'string'
        ? repaired.replace(pattern, replacement)
        : repaired.replace(pattern, replacement);
  }
  return repaired;
}
