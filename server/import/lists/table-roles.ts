import { leadsToPerson } from './heading-facts';
import type { LineEntry } from './line-entries';
import { namesAPart } from './label-words';

/** What a column of a table says of the products. */
export type Role = 'name' | 'url' | 'text' | 'tag' | 'aside' | 'unknown';

/** Roles of columns by their headings. The first match decides. */
const ROLES: readonly (readonly [Role, RegExp])[] = [
  [
    'aside',
    /\b(?:stars?|forks?|licen[cs]e|price|pricing|cost|free|auth|https|cors|updated?|commit|version|status|build|badges?|rank|no|rating|author|authors|maintainer|by|year|date|added|platforms?|os|language|lang|open source|logo|icon|image|screenshot|preview|demo|docs|last|downloads|size|country)\b|^#$|⭐|★/i,
  ],
  [
    'text',
    /\b(?:desc\w*|details?|about|summary|notes?|what|info\w*|purpose|comments?|tagline|features?|overview|remarks?|use|usage|why|explanation|text)\b|beschreibung|descri[pçz]|описани|опис\b|opis\b|açıklama|描述|说明|說明|简介|簡介|介绍|介紹|説明|概要|설명|소개|الوصف|תיאור/i,
  ],
  [
    'url',
    /\b(?:urls?|links?|address|home ?page|www|href|web ?address|website link)\b|网址|链接|網址|連結|リンク|링크|ссылк|enlace|\blien\b|الرابط|קישור/i,
  ],
  [
    'tag',
    /\b(?:categor\w+|tags?|types?|topics?|kinds?|genre|group|area)\b|kategori|cat[eé]gor|категори|раздел|rubrik|分类|分類|类别|類別|标签|標籤|カテゴリ|種類|분류|카테고리|التصنيف|קטגוריה/i,
  ],
  [
    'name',
    /\b(?:names?|tools?|projects?|products?|titles?|resources?|apps?|applications?|packages?|librar\w+|software|services?|apis?|plugins?|extensions?|frameworks?|courses?|books?|companies|company|items?|entr(?:y|ies)|providers?|repos?|repository)\b/i,
  ],
  ['name', /\b(?:websites?|web ?sites?|sites?)\b/i],
];

/** A website column is the URL if another column has the name. */
export function assignRoles(headings: readonly string[]): Role[] {
  const roles = headings.map(
    (heading): Role => ROLES.find(([, pattern]) => pattern.test(heading))?.[0] ?? 'unknown',
  );
  const names = roles.flatMap((role, index) => (role === 'name' ? [index] : []));
  const best = names.find((index) => !/\b(?:web ?)?sites?\b|repo/i.test(headings[index] ?? '')) ?? names[0];
  return roles.map((role, index) => (role === 'name' && index !== best ? 'url' : role));
}

type CellContent = { text: string; entries: readonly LineEntry[] };

const ROWS_MIN = 2;
/** Names are shorter on average, in characters. */
const NAME_CHARS_MAX = 40;

/**
 * The roles with that of the name, where the headings give it to no column with names, but one has short texts that
 * differ, and the links beside it say no names.
 */
export function assignNames(roles: readonly Role[], rows: readonly (readonly CellContent[])[]): Role[] {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    role: roles[index] ?? ('unknown' as const),
    ...contentOf(rows.map((row) => row[index]).filter((cell) => cell !== undefined)),
  }));
  const kept = columns.map(({ role, isAddress }) => (role === 'name' && isAddress ? 'url' : role));
  const isNamed = columns.some(({ isNamedLink }) => isNamedLink);
  const chosen = isNamed || kept.includes('name') || rows.length < ROWS_MIN ? undefined : nameColumn(columns);
  if (!chosen && !isNamed) return roles.length === 0 ? [] : kept;
  if (roles.length === 0 && !chosen && !columns.some(({ isPerson }) => isPerson)) return [];
  return columns.map(({ index, isPerson }) => {
    if (index === chosen?.index) return 'name';
    return isPerson && kept[index] === 'unknown' ? 'aside' : (kept[index] ?? 'unknown');
  });
}

type Column = ReturnType<typeof contentOf> & { index: number; role: Role };

/** The first column with names, unless its texts are the longest and another column has names. None without addresses beside it. */
function nameColumn(columns: readonly Column[]): Column | undefined {
  if (!columns.some(({ isAddress, isPerson }) => isAddress || isPerson)) return undefined;
  const [longest] = columns.toSorted((one, other) => other.chars - one.chars);
  const ofRole = (role: Role) => columns.filter((column) => column.isName && column.role === role);
  const open = ofRole('unknown');
  const [first, second] = open.length > 0 ? open : ofRole('aside');
  return first === longest && second ? second : first;
}

function contentOf(cells: readonly CellContent[]) {
  const filled = cells.filter(({ text, entries }) => text !== '' || entries.length > 0);
  const isMost = (test: (cell: CellContent) => boolean) =>
    filled.length > 0 && filled.filter(test).length >= filled.length * 0.8;
  const linkOf = ({ entries: [first] }: CellContent) => first;
  const isAddress = isMost((cell) => {
    const found = linkOf(cell);
    return (
      found !== undefined &&
      (isBare(found.link.text) || found.link.isLabel === true || namesAPart(found.link.text))
    );
  });
  const isPerson = isMost(
    (cell) => linkOf(cell) !== undefined && leadsToPerson({ url: linkOf(cell)?.url ?? '' }),
  );
  const isLinked = isMost((cell) => linkOf(cell) !== undefined);
  const texts = filled.map(({ text }) => text);
  const chars = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(texts.length, 1);
  const isDistinct = new Set(texts).size >= texts.length * 0.9;
  return {
    isAddress,
    isPerson,
    isNamedLink: isLinked && !isAddress && !isPerson && isDistinct,
    chars,
    isName:
      !isAddress &&
      !isPerson &&
      isDistinct &&
      chars <= NAME_CHARS_MAX &&
      filled.length >= cells.length * 0.8 &&
      isMost(({ text }) => /\p{L}/u.test(text)),
  };
}

const isBare = (label: string): boolean => /^(?:https?:|www\.)/i.test(label);
