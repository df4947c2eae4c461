import { formatNumber } from '@/lib/texts/language';
import { text } from '@/lib/texts/texts';

/** Longer lines are cut, so a stream without line breaks cannot fill the memory. */
const LINE_CHARS_MAX = 1_000_000;

type NumberedLine = {
  text: string;
  line: number;
  /** Whether the line goes on after its text. */
  isCut: boolean;
};

/** Why a line that was cut is not read. */
export const cutReason = () =>
  text('skipped.lineTooLong', 'The line has more than {charsMax} characters, so it is not read.', {
    charsMax: formatNumber(LINE_CHARS_MAX),
  });

/** Splits a stream of text into lines, numbered from 1, and removes a byte order mark. */
export async function* numberedLines(chunks: AsyncIterable<string>): AsyncGenerator<NumberedLine> {
  let line = 0;
  for await (const { text, isCut } of splitLines(chunks)) {
    line += 1;
    yield { text: line === 1 ? text.replace(/^\uFEFF/, '') : text, line, isCut };
  }
}

async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<Omit<NumberedLine, 'line'>> {
  let parts: string[] = [];
  let charCount = 0;
  let endedInReturn = false;
  const whole = () => ({ text: parts.join(''), isCut: charCount > LINE_CHARS_MAX });
  for await (const chunk of chunks) {
    // \r\n may be split between two chunks.
    const joined = endedInReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
    if (chunk !== '') endedInReturn = chunk.endsWith('\r');
    const pieces = joined.split(/\r\n|\n|\r/);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) {
        yield whole();
        parts = [];
        charCount = 0;
      }
      if (charCount < LINE_CHARS_MAX && piece !== '') parts.push(piece.slice(0, LINE_CHARS_MAX - charCount));
      charCount += piece.length;
    }
  }
  if (parts.length > 0) yield whole();
}
