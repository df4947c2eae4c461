/** Deeper than any body of the contract or of the search protocol. */
const DEPTH_MAX = 32;
/** More than any body has: an import's mapping names 100 columns and 300 tags. Each invalid value costs a sentence. */
export const VALUES_MAX = 2_000;

/**
 * Parses JSON of limited depth, with a limited number of values. Counts them first, because code that walks deep values
 * may exhaust the stack, and a schema looks at every entry of a list before it measures the list.
 *
 * @throws SyntaxError
 */
export function parseJSON(text: string): unknown {
  let depth = 0;
  let count = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === ',') count += 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      count += 1;
    } else if (character === ']' || character === '}') depth -= 1;
    if (depth > DEPTH_MAX) throw new SyntaxError('The JSON is nested too deeply.');
    if (count > VALUES_MAX) throw new SyntaxError('The JSON has too many values.');
  }
  const parsed: unknown = JSON.parse(text);
  return parsed;
}
