import XMLBuilder from 'fast-xml-builder';
import { escapeHTML } from '@/server/text/escape';

/** Elements by name: a text, attributes named `@…` with `#text`, further elements, or a list of them. */
export type XMLElements = { [name: string]: XMLValue };
type XMLValue = string | number | undefined | XMLElements | readonly (string | XMLElements)[];

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
});

/** Characters that no XML document may contain, not even escaped: https://www.w3.org/TR/xml/#charsets */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Elements as text, without what XML cannot express. */
export const formatXML = (elements: XMLElements): string => builder.build(elements).replace(forbidden, '');

export const formatXMLDocument = (elements: XMLElements): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${formatXML(elements)}\n`;

export const escapeXML = (text: string): string => escapeHTML(text.replace(forbidden, ''));
