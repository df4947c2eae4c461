import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';

/**
 * Parses a document twice: strictly, and into elements by name. Attributes are named `@…`.
 *
 * @param lists the names of elements that may occur more than once.
 * @throws Error if the document is not well-formed, or uses a namespace that it does not declare.
 */
export function parseXML(text: string, lists: readonly string[]): unknown {
  const strict = new SaxesParser({ xmlns: true });
  strict.on('error', (error) => {
    throw error;
  });
  strict.write(text).close();
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    isArray: (name) => lists.includes(name),
  }).parse(text);
}
