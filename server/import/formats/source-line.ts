/** A line for the Markdown parser, and its number in the file. */
export type SourceLine = { text: string; number: number };
