/** What a value is in a field. What is no list is an empty one: the server checks what is saved. */
const parse = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
};

/** The texts of a JSON list. */
export const readTexts = (value: string): string[] => {
  const parsed = parse(value);
  return Array.isArray(parsed) ? parsed.map(String) : [];
};

export const readLines = (value: string): string => readTexts(value).join('\n');

/** An empty list is nothing. Empty lines stay until the last one, because people write below them. */
export const writeList = (texts: readonly string[]): string =>
  texts.some((line) => line.trim() !== '') ? JSON.stringify(texts) : '';

/** The objects of a JSON list, each with texts alone. */
export const readRows = (value: string): Record<string, string>[] => {
  const parsed = parse(value);
  return Array.isArray(parsed)
    ? parsed.map((row: unknown) =>
        Object.fromEntries(Object.entries(row ?? {}).map(([key, text]) => [key, String(text)])),
      )
    : [];
};

/** As it is sent: without empty lines, and without the spaces around a line. */
export const tidyList = (value: string): string =>
  writeList(
    readTexts(value)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
