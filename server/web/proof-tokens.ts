import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { VERIFICATION_NAMES } from '@/lib/contract/claim';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

const TOKENS_MAX = 100;

/**
 * UTF-8, and the encodings of one byte per character in which every ASCII byte is that character. A byte of a longer
 * character of another encoding can be a `<` or a quotation mark, so that a text of a visitor would read as an element.
 */
const PLAIN_ENCODING =
  /^(?:utf-8|windows-(?:125\d|874)|iso-8859-\d+(?:-i)?|koi8-[ru]|ibm866|macintosh|x-mac-cyrillic)$/;
/** Begins a shift to another charset in ISO-2022-JP, which browsers recognize without a declaration. */
const ESCAPE = 0x1b;

/** Text, and tags and comments that are closed. A quotation mark outside of a tag may be the rest of an attribute. */
const CLOSED_MARKUP = /^(?:[^<>"']|<[a-z/!](?:[^<>"']|"[^"<>]*"|'[^'<>]*')*>)*$/i;

/** Errors at a tag that say nothing about its attributes, nor where it stands. */
const HARMLESS_ERRORS = new Set(['missing-doctype', 'non-conforming-doctype']);

/**
 * The contents of the meta elements that prove a claim: children of the `head` that a browser makes of the page, with exactly
 * that name. Skips a tag with a parse error, because a text without its quotation marks can add attributes; and what
 * follows a `noscript` element with open markup, because a browser with scripts reads on from another place than one without.
 *
 * @param bytes of HTML, which may be cut anywhere.
 * @returns nothing for an encoding in which an ASCII byte can be a part of another character.
 */
export function readProofTokens(bytes: Buffer, contentType: string): string[] {
  const text = decodePlainly(bytes, contentType);
  if (text === undefined) return [];
  const errorsAt: number[] = [];
  const { childNodes } = parse(text, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startOffset }) => {
      if (!HARMLESS_ERRORS.has(code)) errorsAt.push(startOffset);
    },
  });
  const elements = childrenNamed(childNodes, 'html').flatMap((html) =>
    childrenNamed(html.childNodes, 'head').flatMap((head) => head.childNodes.filter(isElement)),
  );
  if (elements.some((element) => !hasPlainEncoding(element))) return [];
  const unclear = elements.findIndex((element) => element.tagName === 'noscript' && !isClosed(element));
  return elements
    .slice(0, unclear === -1 ? undefined : unclear)
    .filter(
      (element) =>
        element.tagName === 'meta' && VERIFICATION_NAMES.includes(attribute(element, 'name') ?? ''),
    )
    .slice(0, TOKENS_MAX)
    .filter(({ sourceCodeLocation: tag }) => {
      return tag && !errorsAt.some((at) => at >= tag.startOffset && at < tag.endOffset);
    })
    .flatMap((element) => attribute(element, 'content') ?? []);
}

const isElement = (node: Node): node is Element => 'tagName' in node;
const childrenNamed = (nodes: readonly Node[], name: string) =>
  nodes.filter(isElement).filter(({ tagName }) => tagName === name);
const attribute = ({ attrs }: Element, wanted: string) => attrs.find(({ name }) => name === wanted)?.value;

/** With scripts, the content of a `noscript` element in the head is one text. */
const isClosed = ({ childNodes }: Element) =>
  childNodes.every((node) => 'value' in node && CLOSED_MARKUP.test(node.value));

/** Undefined for an encoding that is not plain. */
function decodePlainly(bytes: Buffer, contentType: string): string | undefined {
  const isMarkedUTF16 = bytes.length > 1 && [0xfffe, 0xfeff].includes(bytes.readUInt16BE(0));
  const labels = charsetsIn(contentType);
  if (isMarkedUTF16 || bytes.includes(ESCAPE) || !labels.every(isPlainLabel)) return undefined;
  return new TextDecoder(labels[0]).decode(bytes);
}

const charsetsIn = (text: string): string[] =>
  [...text.matchAll(/charset\s*=\s*["']?([^\s"';,]+)/gi)].flatMap(([, label]) => label ?? []);

function hasPlainEncoding(element: Element): boolean {
  if (element.tagName !== 'meta') return true;
  const isDeclaration = attribute(element, 'http-equiv')?.trim().toLowerCase() === 'content-type';
  const labels = isDeclaration ? charsetsIn(attribute(element, 'content') ?? '') : [];
  return [...labels, attribute(element, 'charset') ?? 'utf-8'].every(isPlainLabel);
}

function isPlainLabel(label: string): boolean {
  try {
    return PLAIN_ENCODING.test(new TextDecoder(label).encoding);
  } catch {
    return false;
  }
}
