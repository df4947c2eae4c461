import { fieldKey } from './record-fields';
import { hasLinkBelow, isFields, textValue, type Fields } from './record-values';
import { linksInText } from './text-links';

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

const namedBy = (keys: string, rule: Rule) => keys.split(' ').map((key) => [key, rule] as const);

/** What services call the mark that keeps an entry from others. A value that is not known to mean public is private. */
const RULES: ReadonlyMap<string, Rule> = new Map([
  ...namedBy(
    'private isprivate hidden ishidden privat privé privée privado privada privato 私有 非公開',
    setsPrivate,
  ),
  ...namedBy('shared isshared public ispublic öffentlich público pública pubblico 公开 公開', setsPublic),
  ...namedBy(
    'visibility sichtbarkeit visibilité visibilidad visibilidade visibilità',
    (value) => value !== '' && !PUBLIC.test(value),
  ),
  // Also names of what products offer, such as "free", and of how far a post is, such as "publish".
  ...namedBy(
    'privacy access status poststatus',
    (value) => PRIVATE.test(value) || /^only[ _-]?me$/i.test(value),
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
    // Links below such a name are a group.
    return saidBy(node[name]).some((value) => marksPrivate(name, textValue(value)));
  });

/** What a mark says, also as a list and as an object: `{"visibility": {"name": "private"}}`. */
function saidBy(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.filter((each) => typeof each !== 'object' && linksInText(textValue(each)).length === 0);
  if (!isFields(value)) return [value];
  const said = [value.value, value.name, value.label].find((each) => each !== undefined);
  return said === undefined || hasLinkBelow(value) ? [] : [said];
}

/** The same of a node with lists below it, whose values may be grouped as those of a record. */
export const isPrivateGroup = (node: Fields): boolean =>
  isMarkedPrivate(node) ||
  Object.values(node).some((child) => isFields(child) && isMarkedPrivate(child) && !hasLinkBelow(child));

/** The names of columns among the values of a node, if one of them marks what is private. */
export const columnsIn = (node: Fields | readonly unknown[]): readonly unknown[] | undefined =>
  Object.values(node).find(
    (each): each is unknown[] =>
      Array.isArray(each) &&
      each.every((name) => typeof name === 'string') &&
      each.some((name) => RULES.has(fieldKey(name))),
  );

/** Whether a row below names of columns is private: `["Ada", "https://…", true]`. */
export const isPrivateRow = (row: readonly unknown[], columns: readonly unknown[]): boolean =>
  columns.some((name, index) => typeof name === 'string' && marksPrivate(name, textValue(row[index])));

/** The same of a record, whose values may be grouped: `{"url": …, "settings": {"visibility": "private"}}`. */
export const isPrivateRecord = (node: Fields): boolean =>
  isMarkedPrivate(node) || Object.values(node).some((child) => isFields(child) && isMarkedPrivate(child));

/** Whether a key is the name of a group of private things: `{"private": [ … ]}`. */
export const namesPrivate = (key: string): boolean => RULES.get(fieldKey(key)) === setsPrivate;
