/** A table of 600 columns and 1,300 rows, of which the text writes only the first cell: megabytes of HTML. */
export const wideTable = `${'a|'.repeat(600)}\n${'-|'.repeat(600)}\n${'|\n'.repeat(1_290)}`.slice(0, 5_000);

/** A long link that 700 words refer to. */
export const longReferences = `[a]: https://example.com/${'b'.repeat(1_900)}\n\n${'[a] '.repeat(700)}`;
