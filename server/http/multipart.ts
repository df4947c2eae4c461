/** The form of an upload has one part. */
const PARTS_MAX = 20;
const PART_HEADER_BYTES_MAX = 8 * 1024;

/**
 * The boundary of a form, of any length that RFC 2046 allows: 1 to 70 characters. The parser of Node.js accepts only
 * those of browsers, which have 27 characters or more.
 *
 * @returns undefined if there is no valid one.
 */
function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  return /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/.test(boundary) ? boundary : undefined;
}

/**
 * The fields of a form, each with its last value.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7578
 * @returns undefined for a form that cannot be read.
 */
export function parseMultipart(
  bytes: Buffer<ArrayBuffer>,
  contentType: string,
): Record<string, string | File> | undefined {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return undefined;
  const delimiter = Buffer.from(`--${boundary}`);
  const lineDelimiter = Buffer.from(`\r\n--${boundary}`);
  const fields = new Map<string, string | File>();

  let at = bytes.indexOf(delimiter);
  if (at < 0 || (at > 0 && bytes.indexOf(lineDelimiter) !== at - 2)) return undefined;
  at += delimiter.length;
  for (let count = 0; count <= PARTS_MAX; count += 1) {
    if (bytes.toString('latin1', at, at + 2) === '--') return Object.fromEntries(fields);
    const start = afterLineEnd(bytes, at);
    const bodyStart = start === undefined ? -1 : bytes.indexOf('\r\n\r\n', start);
    if (start === undefined || bodyStart < 0 || bodyStart - start > PART_HEADER_BYTES_MAX) return undefined;
    const end = bytes.indexOf(lineDelimiter, bodyStart + 2);
    if (end < 0) return undefined;
    const header = readPartHeader(bytes.toString('utf8', start, bodyStart));
    if (!header) return undefined;
    const content = bytes.subarray(Math.min(bodyStart + 4, end), end);
    fields.set(
      header.name,
      header.fileName === undefined
        ? content.toString('utf8')
        : new File([content], header.fileName, { type: header.type }),
    );
    at = end + lineDelimiter.length;
  }
  return undefined;
}

/** The position after the end of the line, of which only blanks are left. */
function afterLineEnd(bytes: Buffer, at: number): number | undefined {
  let end = at;
  while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1;
  return bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? end + 2 : undefined;
}

/** The name of a field, and of a file if it is one. */
function readPartHeader(text: string): { name: string; fileName?: string; type: string } | undefined {
  const headers = new Map(
    text.split('\r\n').map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim()];
    }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const [, quoted, plain] = /^form-data\b.*?;\s*name=(?:"([^"]*)"|([^\s;"]+))/i.exec(disposition) ?? [];
  const name = quoted ?? plain;
  if (name === undefined) return undefined;
  const fileName = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
  const type = headers.get('content-type') ?? 'application/octet-stream';
  return { name: unescape(name), type, ...(fileName !== undefined && { fileName: unescape(fileName) }) };
}

/** Browsers escape these characters in names. */
const unescape = (name: string) => name.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
