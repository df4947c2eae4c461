import { canParseURL } from '@/lib/contract/plain/can-parse-url';
import { createRequire } from 'node:module';
import * as z from 'zod/mini';

const load = createRequire(import.meta.url);
const idList = z.array(z.string());
/** Lists state identifiers that have been replaced, such as `AGPL-3.0`, which does not say whether later versions count. */
const known = [
  ...idList.parse(load('spdx-license-ids')),
  ...idList.parse(load('spdx-license-ids/deprecated.json')),
];

/** The longest identifier has 36 characters. The time of the expressions below grows with the square of the length. */
const STATED_CHARS_MAX = 100;

/** Names that licenses have beside their identifiers. A name without a version stays without one, and is not known. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^gnu-(?=[al]?gpl)/, ''],
  [/^(?:gnu-)?affero-general-public/, 'agpl'],
  [/^(?:gnu-)?lesser-general-public/, 'lgpl'],
  [/^(?:gnu-)?general-public/, 'gpl'],
  [/^mozilla-public/, 'mpl'],
  [/^eclipse-public/, 'epl'],
  [/^european-union-public/, 'eupl'],
  [/^apache-software(?=-\d)/, 'apache'],
  [/^boost-software/, 'bsl'],
  [/^(?:bsd-([23])(?:-?clause)?|([23])-clause-bsd)$/, 'bsd-$1$2-clause'],
  [/^(?:new|modified)-bsd$/, 'bsd-3-clause'],
  [/^simplified-bsd$/, 'bsd-2-clause'],
  [/^cc0$/, 'cc0-1.0'],
  [/^expat$/, 'mit'],
  [/^(?:sil-)?open-font/, 'ofl'],
];

/** Lower case, without blanks and the words and letters that people add: `Apache License v2.0` is `apache-2.0`. */
function keyOf(text: string): string {
  const key = text
    .trim()
    .toLowerCase()
    .replace(/^the\s+|\s+licen[cs]e$/g, '')
    .replace(/\s+licen[cs]e(?=,?\s+v?(?:ersion\s+)?\d)|,|\bversion\b/g, '')
    .replace(/[\s_]+|(?<=[a-z])(?=v\d)|(?<=^(?:[al]?gpl|apache|mpl|epl|bsd))(?=\d)/g, '-')
    .replace(/-+v?(?=\d)/g, '-');
  return NAMES.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), key)
    .replace(/(?<=^[al]?gpl-\d)(?=-|\+|$)/, '.0')
    .replace(/(?<=^(?:apache|mpl|epl|bsl)-\d)$/, '.0')
    .replace(/(?<=^[al]?gpl-\d\.\d)\+$/, '-or-later');
}

const ids = new Map(known.map((id) => [id.toLowerCase(), id]));

/** The pages of licenses, with the part of the path that names the license. */
const PAGES: readonly (readonly [host: RegExp, path: RegExp, prefix?: string])[] = [
  [/^spdx\.org$/, /^\/licenses\/([^/]+?)(?:\.html)?$/],
  [/^opensource\.org$/, /^\/licenses?\/([^/]+?)(?:\.(?:html|php|txt))?\/?$/],
  [/^choosealicense\.com$/, /^\/licenses\/([^/]+)\/?$/],
  [/^gnu\.org$/, /^\/licenses\/(?:old-licenses\/)?([al]?gpl-\d\.\d)(?:\.[a-z-]+)*$/],
  [/^apache\.org$/, /^\/licenses\/license-(\d\.\d)(?:\.(?:html|txt))?$/, 'apache-'],
  [/^mozilla\.org$/, /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/mpl\/(\d\.\d)\/?$/, 'mpl-'],
  [/^creativecommons\.org$/, /^\/licenses\/([a-z-]+\/\d\.\d)(?:\/(?:deed(?:\.[a-z]+)?|legalcode)?)?$/, 'cc-'],
  [
    /^creativecommons\.org$/,
    /^\/publicdomain\/zero\/(\d\.\d)(?:\/(?:deed(?:\.[a-z]+)?|legalcode)?)?$/,
    'cc0-',
  ],
  [/^unlicense\.org$/, /^\/()$/, 'unlicense'],
  [/^eclipse\.org$/, /^\/legal\/epl-v?(\d)\.?0(?:\/|\.html|\.php)?$/, 'epl-'],
  [/^directory\.fsf\.org$/, /^\/wiki\/license:([^/]+)$/],
];

/** The identifier of the license that a web page explains. Undefined for every page that is not known. */
function findOnPage(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !canParseURL(text)) return undefined;
  const { hostname, pathname } = new URL(text);
  const host = hostname.replace(/^www\./, '');
  const path = pathname.toLowerCase();
  for (const [hosts, paths, prefix = ''] of PAGES) {
    const named = hosts.test(host) ? paths.exec(path)?.[1] : undefined;
    if (named !== undefined) return ids.get(keyOf(`${prefix}${named.replace('/', '-')}`));
  }
  return undefined;
}

/**
 * The SPDX identifier that a text or the URL of a license's page states: `MIT`, `mit license` and `GPLv3` are known,
 * `BSD` and `open source` are not.
 */
export function findSpdxId(text: string): string | undefined {
  if (text.length > STATED_CHARS_MAX) return undefined;
  return ids.get(keyOf(text)) ?? findOnPage(text.trim());
}

/** Identifiers that are the names of languages and programs, too. */
const NAMES_OF_SOFTWARE: ReadonlySet<string> = new Set(
  'curl gnuplot Intel libpng libtiff NetCDF Net-SNMP OpenSSL PostgreSQL Ruby TCL Vim X11 Xerox zlib-acknowledgement'.split(
    ' ',
  ),
);

/** Whether a word alone states a license. In a list, `Ruby` is a language and `PostgreSQL` a database. */
export function isSpdxWord(word: string): boolean {
  const id = findSpdxId(word);
  return id !== undefined && !NAMES_OF_SOFTWARE.has(id);
}
