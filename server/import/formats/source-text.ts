import { analyse } from 'chardet';
import { getDecoder } from 'iconv-lite';
import { UnreadableFile } from './import-line';
import { formatNumber } from '@/lib/texts/language';
import { text, type Text } from '@/lib/texts/texts';

/** What tells the encoding. Most files are shorter. */
const SAMPLE_BYTES = 6_000_000;
/** Only bytes beyond ASCII tell encodings apart; a few thousand of their lines are enough. */
const TELLING_BYTES = 64 * 1024;
/** A guess below this is a coin toss: the file is refused instead. */
const CONFIDENCE_MIN = 22;
const NEWLINE = 10;

const SIGNATURES: readonly (readonly [start: string, what: Text])[] = [
  [
    'PK\u0003\u0004',
    text('unreadable.zip', 'This is a spreadsheet or a ZIP archive. Export it as CSV, or unpack it.'),
  ],
  ['\u001F\u008B', text('unreadable.compressed', 'This file is compressed. Unpack it first.')],
  ['%PDF-', text('unreadable.pdf', 'This is a PDF. Export the list as CSV.')],
  ['SQLite format 3', text('unreadable.database', 'This is a database. Export the list as CSV.')],
];

/**
 * Decodes a file: by its byte order mark, as UTF-8 if it is that, as it declares, or as its bytes suggest. Never replaces
 * what it cannot read.
 *
 * @throws UnreadableFile naming the line, for what is no text or in an encoding that cannot be told.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const source = chunks[Symbol.asyncIterator]();
  const sample: Uint8Array[] = [];
  let sampled = 0;
  let isWhole = false;
  while (sampled < SAMPLE_BYTES && !isWhole) {
    const next = await source.next();
    isWhole = next.done === true;
    if (next.done === true) break;
    sample.push(next.value);
    sampled += next.value.length;
  }
  const beginning = Buffer.concat(sample);
  const encoding = findEncoding(beginning, isWhole);
  const decoder = new LineDecoder(encoding);
  for (const part of sample) yield decoder.decode(part);
  while (!isWhole) {
    const next = await source.next();
    if (next.done === true) break;
    yield decoder.decode(next.value);
  }
  yield decoder.end();
}

type Decoder = { decode: (bytes: Uint8Array) => string; end: () => string };

/** Fails at what is not in the encoding. */
function openDecoder(encoding: string): Decoder {
  if (encoding !== 'windows-1252') {
    const decoder = new TextDecoder(encoding, { fatal: true });
    return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
  }
  // Node 20 decodes it as ISO 8859-1, which has no “ and no €.
  const decoder = getDecoder(encoding);
  const checked = (text: string) => {
    if (text.includes('\uFFFD')) throw new TypeError(`Not in ${encoding}`);
    return text;
  };
  return {
    decode: (bytes) => checked(decoder.write(Buffer.from(bytes))),
    end: () => checked(decoder.end() ?? ''),
  };
}

/** Knows the line at which the text ends to be text. */
class LineDecoder {
  readonly #decoder: Decoder;
  #line = 1;

  constructor(private readonly encoding: string) {
    this.#decoder = openDecoder(encoding);
  }

  decode(bytes: Uint8Array): string {
    try {
      const text = this.#decoder.decode(bytes);
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#line += 1;
      return text;
    } catch {
      throw unreadable(this.#line + firstBadLine(bytes, this.encoding), this.encoding);
    }
  }

  end(): string {
    try {
      return this.#decoder.end();
    } catch {
      throw unreadable(this.#line, this.encoding);
    }
  }
}

/** The number of lines of a part before the first that is not in the encoding. A line may have begun in an earlier part. */
function firstBadLine(bytes: Uint8Array, encoding: string): number {
  let from = bytes.indexOf(NEWLINE) + 1;
  for (let line = 1; from > 0 && from < bytes.length; line += 1) {
    const end = bytes.indexOf(NEWLINE, from) + 1 || bytes.length;
    if (!isIn(encoding, bytes.subarray(from, end))) return line;
    from = end === bytes.length ? 0 : end;
  }
  return 0;
}

const unreadable = (line: number, encoding: string) =>
  new UnreadableFile(
    text(
      'sourceText.lineValue',
      'Line {line} is not in {encoding}, as the rest of the file is. Save the file as UTF-8.',
      { line: formatNumber(line), encoding: nameOf(encoding) },
    ),
  );

const nameOf = (encoding: string) => encoding.toUpperCase().replace('WINDOWS', 'Windows');

function findEncoding(sample: Uint8Array, isWhole: boolean): string {
  const start = Buffer.from(sample.subarray(0, 16)).toString('latin1');
  for (const [signature, what] of SIGNATURES) if (start.startsWith(signature)) throw new UnreadableFile(what);
  if (start.startsWith('\u00FF\u00FE')) return 'utf-16le';
  if (start.startsWith('\u00FE\u00FF')) return 'utf-16be';
  if (start.startsWith('\u00EF\u00BB\u00BF')) return 'utf-8';
  const wide = wideEncoding(sample);
  if (wide) return wide;
  const declared = declaredEncoding(sample);
  // Has seven bits only, so it would pass as UTF-8.
  if (declared === 'iso-2022-jp' || isISO2022JP(sample)) return 'iso-2022-jp';
  if (isIn('utf-8', sample, !isWhole)) return 'utf-8';
  if (declared !== undefined && declared !== 'utf-8' && isText(declared, sample, !isWhole)) return declared;
  const guessed = isMostlyUTF8(sample) ? undefined : guessEncoding(sample, !isWhole);
  if (guessed === undefined) {
    const line = firstBadLine(Buffer.concat([Buffer.from('\n'), sample]), 'utf-8');
    throw new UnreadableFile(
      text(
        'sourceText.theFile',
        'The file is not in UTF-8: line {line} has bytes of another encoding, and which one cannot be told. Save the file as UTF-8.',
        { line: formatNumber(line) },
      ),
    );
  }
  return guessed;
}

const isISO2022JP = (sample: Uint8Array): boolean =>
  /\u001B\$[@B]/.test(Buffer.from(sample.subarray(0, TELLING_BYTES)).toString('latin1'));

/** UTF-16 without a byte order mark: every other byte of Latin letters and line ends is zero. */
function wideEncoding(sample: Uint8Array): string | undefined {
  const beginning = sample.subarray(0, 8_192);
  const zerosAt = (rest: 0 | 1) => beginning.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (even + odd === 0) return undefined;
  const isMany = Math.max(even, odd) > beginning.length / 20 && Math.min(even, odd) === 0;
  const encoding = odd > even ? 'utf-16le' : 'utf-16be';
  if (isMany && isText(encoding, beginning, true)) return encoding;
  throw new UnreadableFile(text('sourceText.this', 'This is not a text file.'));
}

/** What XML, HTML and Emacs files say of themselves. */
function declaredEncoding(sample: Uint8Array): string | undefined {
  const start = Buffer.from(sample.subarray(0, 2_048)).toString('latin1');
  const name =
    /^\s*<\?xml[^>]{0,200}\sencoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1] ??
    /<meta\s[^>]{0,300}charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1] ??
    /-\*-[^\n]{0,100}coding:\s*([\w.-]+)/i.exec(start)?.[1];
  try {
    return name === undefined ? undefined : new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

/** A file in UTF-8 with a few broken places would become nonsense in any other encoding. */
function isMostlyUTF8(sample: Uint8Array): boolean {
  const decoded = new TextDecoder('utf-8').decode(tellingLines(sample));
  const broken = decoded.split('\uFFFD').length - 1;
  const whole = decoded.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return whole > broken;
}

function guessEncoding(sample: Uint8Array, isCut: boolean): string | undefined {
  const guesses = analyse(tellingLines(sample))
    .filter(({ confidence, name }) => confidence >= CONFIDENCE_MIN && !/^(?:ASCII|UTF)/i.test(name))
    // The most common one wins where the bytes do not decide.
    .map(({ name, confidence }) => ({
      name,
      weight: confidence + (/^(?:ISO-8859-1|windows-1252)$/.test(name) ? 8 : 0),
    }))
    .sort((one, other) => other.weight - one.weight);
  return guesses
    .map(({ name }) => new TextDecoder(name).encoding)
    .find((name) => isText(name, sample, isCut));
}

/** The lines with bytes beyond ASCII. */
function tellingLines(sample: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let from = 0; from < sample.length && length < TELLING_BYTES;) {
    const end = sample.indexOf(NEWLINE, from) + 1 || sample.length;
    const line = sample.subarray(from, Math.min(end, from + TELLING_BYTES));
    if (line.some((byte) => byte > 127)) {
      parts.push(line);
      length += line.length;
    }
    from = end;
  }
  return Buffer.concat(parts);
}

/** @param isCut whether the bytes may end within a letter. */
function isIn(encoding: string, bytes: Uint8Array, isCut = false): boolean {
  return decodeWhole(encoding, bytes, isCut) !== undefined;
}

/** Control characters betray a wrong encoding, because they have no place in a text. */
function isText(encoding: string, bytes: Uint8Array, isCut: boolean): boolean {
  const text = decodeWhole(encoding, bytes, isCut);
  return text !== undefined && !/[\0-\u0008\u000E-\u001A\u0080-\u009F\p{Co}]/u.test(text);
}

function decodeWhole(encoding: string, bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    const decoder = openDecoder(encoding);
    return decoder.decode(bytes) + (isCut ? '' : decoder.end());
  } catch {
    return undefined;
  }
}
