import { fieldKey } from './record-fields';
import { isFields, textValue, type Fields } from './record-values';

type Rule = (value: string) => boolean;

const words = (text: string) => new RegExp(`^(?:${text.trim().replace(/\s+/g, '|')})$`, 'i');

/** How programs and spreadsheets write yes and no. */
const YES = words(
  '1 true yes y on t x checked wahr ja vrai oui verdadero sí si sim vero да 是 はい ✓ ✔ ✅ ☑',
);
const NO = words(
  '0 false no n off f unchecked falsch nein faux non falso não нет 否 いいえ null none ✗ ✘ ❌ ☐ -',
);
const PUBLIC = words(
  'public everyone everybody anyone all open world web listed published öffentlich público 公开',
);
const PRIVATE = words(
  'private secret me personal hidden restricted internal unlisted privat privé privado 私有',
);

const setsPrivate: Rule = (value) => value !== '' && !NO.test(value) && !PUBLIC.test(value);
const setsPublic: Rule = (value) => !YES.test(value) && !PUBLIC.test(value);

/** What services call the mark that keeps an entry from others. A value that is not known to mean public is private. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ...['private', 'isprivate', 'hidden', 'ishidden'].map((key) => [key, setsPrivate] as const),
  ...['shared', 'isshared', 'public', 'ispublic'].map((key) => [key, setsPublic] as const),
  ['visibility', (value) => value !== '' && !PUBLIC.test(value)],
  // Also names of what products offer, such as "free".
  ...['privacy', 'access'].map(
    (key) => [key, (value: string) => PRIVATE.test(value) || /^only[ _-]?me$/i.test(value)] as const,
  ),
]);

export const marksPrivate = (name: string, value: string): boolean =>
  RULES.get(fieldKey(name))?.(value.trim()) === true;

/** The same of an attribute in HTML, which also means yes without a value. */
export const marksPrivateIn = (attributes: Iterable<readonly [name: string, value: string]>): boolean =>
  [...attributes].some(([name, value]) => marksPrivate(name, value === '' ? 'true' : value));

/** Whether the values of a node mark it, and with it everything below it. */
export const isMarkedPrivate = (node: Fields): boolean =>
  Object.keys(node).some((name) => {
    const value = node[name];
    return typeof value !== 'object' || value === null ? marksPrivate(name, textValue(value)) : false;
  });

/** The same of a record, whose values may be grouped: `{"url": …, "settings": {"visibility": "private"}}`. */
export const isPrivateRecord = (node: Fields): boolean =>
  isMarkedPrivate(node) || Object.values(node).some((child) => isFields(child) && isMarkedPrivate(child));

/** Whether a key is the name of a group of private things: `{"private": [ … ]}`. */
export const namesPrivate = (key: string): boolean => RULES.get(fieldKey(key)) === setsPrivate;
