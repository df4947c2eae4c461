const DECLARED_IN_BYTES = 2_048;

/**
 * Decodes the bytes of a page. The byte order mark, the server or the page names the encoding. Without one, the bytes
 * are UTF-8 or, if they are not valid UTF-8, windows-1252.
 *
 * @param isCut whether the last character may be incomplete.
 */
export function decodePage(bytes: Buffer, contentType: string, isCut: boolean): string {
  const named = /charset\s*=\s*["']?([\w.:-]{1,40})/.exec(contentType)?.[1];
  const encoding = markedEncoding(bytes) ?? named ?? declaredEncoding(bytes);
  const text = encoding === undefined ? undefined : decodeAs(encoding, bytes);
  return text ?? decodeStrictly(bytes, isCut) ?? new TextDecoder('windows-1252').decode(bytes);
}

function markedEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined;
}

function declaredEncoding(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, DECLARED_IN_BYTES).toString('latin1');
  const declared = /<meta[^>]{1,200}?charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(start)?.[1];
  // The declaration was readable as ASCII, so the page is not in UTF-16, even if it claims to be.
  return declared && /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeStrictly(bytes: Buffer, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}
